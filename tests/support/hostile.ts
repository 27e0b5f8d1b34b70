/** A word without a place to break it. */
export const LONG = 'W'.repeat(60)

/** What an attacker, or a careless export, may put into any cell. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1);'",
  '</title><svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  'javascript:alert(1)',
  '=HYPERLINK("http://mal.example")',
  '+cmd|calc!A1',
  '{{7*7}}${7*7}',
  '__proto__',
  '&lt;b&gt;&amp;amp;',
  'gnp.\u202Eexe\u200F',
  LONG,
] as const

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csv = (rows: string[][]) => rows.map((row) => `${row.map(quoted).join(';')}\n`).join('')

/** A contacts file that has each of these values in every column of one row; contact ids are `H0`, `H1`, … */
export const contactsOf = (values: readonly string[]): string =>
  csv([
    'contact_id;firstname;lastname;city;zip;email;phone;birthdate;civility'.split(';'),
    ...values.map((value, at) => [`H${at}`, ...Array<string>(8).fill(value)]),
  ])

/** The same as donations, of 2023 and 2024; `contact` gives the contact id of a row. */
export const donationsOf = (
  values: readonly string[],
  contact: (at: number) => string = (at) => `H${at}`,
): string =>
  csv([
    'id;order_id;order_amount;order_date;contact_id;codemedia_code;campaign_code;origincode_code;product_code'.split(
      ';',
    ),
    ...values.flatMap((value, at) =>
      [2023, 2024].map((year) => [
        `${value} ${year}`,
        value,
        '12,50',
        `${year}-03-31`,
        contact(at),
        ...Array<string>(4).fill(value),
      ]),
    ),
  ])
