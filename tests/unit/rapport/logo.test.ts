import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readLogo } from '../../../remix/organisation/logo'

const folder = mkdtempSync(path.join(tmpdir(), 'dons-logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

let written = 0
const logo = (content: string | Buffer) => {
  const file = path.join(folder, `logo-${++written}.svg`)
  writeFileSync(file, content)
  return file
}
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inside}</svg>`

test.each([
  svg('<path d="M0 0h9v9z" fill="url(#f)"/>'),
  svg('<use xlink:href="#a"/><a href="#b"><title>L’action = de nous</title></a>'),
  svg('<image href="data:image/png;base64,AAAA"/><style>.a { fill: url("#f") }</style>'),
  svg(
    '<g style="fill:url(&quot;#f&quot;)"/><style>@font-face { src: url(data:font/woff2;base64,AA) }</style>',
  ),
  `\uFEFF<?xml version="1.0"?><!-- Outil --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg('')}`,
])('D un logo qui ne fait rien et n’appelle rien est pris tel quel : %s', (text) => {
  expect(readLogo(logo(text))).toBe(text.replace(/^\uFEFF/, ''))
})

test.each([
  svg('<script>alert(1)</script>'),
  svg('<SCRIPT href="x"/>'),
  svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
  svg('<foreignObject><iframe/></foreignObject>'),
  svg('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="https://ailleurs.example"/>'),
  svg('', ' onload="alert(1)"'),
  svg('<g\nonclick = "alert(1)"/>'),
  svg('<a href="javascript:alert(1)"/>'),
  svg('<a xlink:href="&#106;avascript:alert(1)"/>'),
  svg('<image href="https://ailleurs.example/p.png"/>'),
  svg("<image xlink:href = '//ailleurs.example/p.png'/>"),
  svg('<use href="autre.svg#a"/>'),
  svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
  svg('<style>@import "https://ailleurs.example/a.css";</style>'),
  svg('<rect fill="url(https://ailleurs.example/#a)"/>'),
  svg('<g style="fill:url(&quot;https://ailleurs.example/#f&quot;)"/>'),
  svg('<set attributeName="href" to="javascript:alert(1)"/>'),
  `<?xml-stylesheet type="text/xsl" href="#x"?>${svg('')}`,
  `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`,
  `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`,
])('D un logo qui pourrait agir ou appeler ailleurs est refusé : %s', (text) => {
  expect(() => readLogo(logo(text))).toThrow(
    /contient un script, du HTML, une entité ou une adresse d’ailleurs|n’est pas un SVG/,
  )
})

test('D un logo qui n’en est pas un est refusé, sans attendre ce qui n’a pas de fin', () => {
  expect(() => readLogo(logo('<html><svg></svg></html>'))).toThrow('n’est pas un SVG')
  expect(() => readLogo(logo(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])))).toThrow(
    'n’est pas un SVG en UTF-8',
  )
  expect(() => readLogo(logo(svg(' '.repeat(200_000))))).toThrow('dépasse 200 ko')
  expect(() => readLogo(path.join(folder, 'absent.svg'))).toThrow('ne se lit pas')
  expect(() => readLogo(folder)).toThrow('n’est pas un fichier')
  expect(() => readLogo('/dev/zero')).toThrow('n’est pas un fichier')
  const pipe = path.join(folder, 'tube.svg')
  execFileSync('mkfifo', [pipe])
  expect(() => readLogo(pipe)).toThrow('n’est pas un fichier')
})
