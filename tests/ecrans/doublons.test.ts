import { describe, expect, test, vi } from 'vitest'
import type { Doublons } from '#contract/doublons'
import { formatMoney } from '#figures/format'
import { propre } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { lireTableau } from '../support/tableau'

const application = propre('demo')

/** Firms in several towns. */
const REGLE = "D1'"
const FILTRE = `regle=${encodeURIComponent(REGLE)}`

const demander = async (query: string) => {
  const answer = await fetch(`${application.serviceUrl}/api/donateurs/doublons?${query}`)
  return (await answer.json()) as Doublons
}

/** What is proposed, once everything was looked at. */
async function lire(suite = ''): Promise<Doublons> {
  await vi.waitUntil(async () => !(await demander('limit=1')).en_retard, {
    timeout: 60_000,
    interval: 200,
  })
  return demander(`limit=100${suite}`)
}

describe('Les doublons', () => {
  test('sont comptés à côté de leur lien, montrés deux à deux, et ce qui diffère est marqué', async () => {
    const { total } = await lire()
    const { groupes } = await lire(`&${FILTRE}`)
    const { document } = await application.ouvrir(`/donateurs/doublons?${FILTRE}`)
    expect(textOf(find(document, '.tabs a[aria-current="page"]'))).toBe(`Doublons ${total}`)
    const shown = findAll(document, '.doublon')
    expect(shown).toHaveLength(Math.min(10, groupes.length))
    const [premier] = groupes
    const [carte] = shown
    if (!premier || !carte) throw new Error('rien n’est proposé')
    expect(findAll(carte, 'thead a').map(textOf)).toEqual(
      premier.contacts.map(({ contact_id }) => contact_id),
    )
    // Closed but the first, and each number may be chosen to be the one that counts.
    expect(shown.map((one) => attribute(find(one, 'details'), 'open') !== undefined)).toEqual(
      shown.map((_one, at) => at === 0),
    )
    expect(
      findAll(carte, 'input[type="radio"]').map((box) => [
        attribute(box, 'value'),
        attribute(box, 'checked') !== undefined,
      ]),
    ).toEqual(
      premier.contacts.map(({ contact_id }) => [
        contact_id,
        contact_id === premier.principal_propose,
      ]),
    )
    for (const phrase of [...premier.raisons, ...premier.contre])
      expect(wordsOf(find(carte, '.reasons'))).toContain(phrase.replaceAll('\u00A0', ' '))
    for (const row of findAll(carte, 'tbody tr')) {
      const values = findAll(row, 'td').map(textOf)
      const [champ] = findAll(row, 'th').map(textOf)
      if (champ === 'E-mail' || champ === 'Nom') expect(new Set(values).size).toBe(1)
      if (attribute(row, 'class') === 'differs') expect(new Set(values).size).toBeGreaterThan(1)
    }
  })

  test('un autre principal se choisit, et la confirmation montre les fiches et ce que la personne aura', async () => {
    const [groupe] = (await lire()).groupes.filter(({ contacts }) => contacts.length === 2)
    if (!groupe) throw new Error('rien n’est proposé')
    const [premier = '', autre = ''] = groupe.contacts.map(({ contact_id }) => contact_id)
    const asked = new URLSearchParams([
      ...[premier, autre].map((contact): [string, string] => ['contact', contact]),
      ['principal', autre],
    ])
    const { document } = await application.ouvrir(`/donateurs/fusion?${asked}`)
    expect(wordsOf(find(document, 'main'))).toContain(`sous le numéro ${autre}`)
    const [table] = findAll(document, '.cartes')
    if (!table) throw new Error('aucune fiche')
    expect(findAll(table, 'thead th').map(wordsOf)).toEqual([
      'La personne aura',
      ...[premier, autre]
        .toSorted((a, b) => (a < b ? -1 : 1))
        .map((one) =>
          one === autre ? `${one} principal` : `${one} en faire le principal : ${one}`,
        ),
    ])
    const cells = (at: number) =>
      Object.fromEntries(
        findAll(table, 'tbody tr').map((row) => [
          findAll(row, 'th').map(textOf)[0]?.replace('différent', ''),
          findAll(row, 'td').map(textOf)[at],
        ]),
      )
    const { Dons, ...said } = cells(0)
    for (const [field, value] of Object.entries(said))
      expect([cells(1)[field], cells(2)[field]]).toContain(value)
    const [one, other] = groupe.contacts
    expect(Dons).toBe(
      `${(one?.donations ?? 0) + (other?.donations ?? 0)} dons, ${formatMoney(groupe.montant)}`.replaceAll(
        ' dons',
        '\u00A0dons',
      ),
    )
    expect(textOf(find(document, 'textarea[name="raison"]'))).toBe(groupe.raisons.join(' '))
    expect(wordsOf(find(document, 'main'))).toContain(`plus de ligne pour le contact ${premier}`)
  })

  test('plusieurs cochés se réunissent d’un coup, avec leur effet avant, sans script', async () => {
    const { groupes, total } = await lire(`&${FILTRE}`)
    const chosen = groupes.slice(0, 2)
    const addressOf = (path: string) =>
      `${path}?${new URLSearchParams([
        ...chosen.map(({ contacts }): [string, string] => [
          'groupe',
          JSON.stringify(contacts.map(({ contact_id }) => contact_id)),
        ]),
        ['retour', '/donateurs/doublons'],
      ])}`
    const list = await application.ouvrir(`/donateurs/doublons?${FILTRE}`)
    expect(
      chosen.map(({ contacts }, at) => {
        const box = findAll(list.document, '.doublon input[name="groupe"]')[at]
        return (
          box &&
          attribute(box, 'value') === JSON.stringify(contacts.map(({ contact_id }) => contact_id))
        )
      }),
    ).toEqual([true, true])
    const ecran = await application.ouvrir(addressOf('/donateurs/fusion'))
    const { document } = ecran
    // Who is put with whom, under which number.
    for (const { principal_propose, contacts } of chosen) {
      const [item] = findAll(document, 'main li').filter((one) =>
        textOf(one).startsWith(`Sous le numéro ${principal_propose}`),
      )
      if (!item) throw new Error(`rien sous le numéro ${principal_propose}`)
      const members = findAll(item, 'li').map((one) => /contact (\S+)/.exec(wordsOf(one))?.[1])
      expect(new Set(members)).toEqual(new Set(contacts.map(({ contact_id }) => contact_id)))
      expect(members).toHaveLength(contacts.length)
    }
    const { lignes } = lireTableau(document, 'Ce qui change, par année')
    expect(lignes.length).toBeGreaterThan(0)
    // Of one group another number may count; the other group stays as it was proposed.
    const [premier, second] = chosen
    const autre = premier?.contacts[1]?.contact_id ?? ''
    const changed = await application.suivre(ecran, new RegExp(`^en faire le principal.*${autre}$`))
    expect(findAll(changed.document, 'main h3').map(wordsOf)).toEqual(
      [autre, second?.principal_propose].map((one) =>
        expect.stringMatching(`sous le numéro ${one}$`),
      ),
    )
    const { document: after } = await application.presser(
      ecran,
      getByRole(document, 'button', 'La même personne'),
      { raison: 'Même adresse' },
    )
    const members = chosen.flatMap(({ contacts }) => contacts)
    expect(wordsOf(find(after, 'main'))).toContain(
      `${members.length} contacts comptent désormais comme 2 donateurs.`,
    )
    chosen.splice(0, 2, ...groupes.slice(2, 3))
    const apart = await application.ouvrir(addressOf('/donateurs/doublons/distincts'))
    await application.presser(apart, getByRole(apart.document, 'button', 'Deux personnes'), {
      raison: 'Deux agences',
    })
    const left = await lire(`&${FILTRE}`)
    expect(left.total).toBe(total - 3)
    expect(left.regles.find(({ code }) => code === REGLE)?.fusionnes).toBe(2)
    const history = await application.ouvrir('/donations/historique')
    expect(findAll(history.document, 'tbody .badge').map(wordsOf)[0]).toBe('Deux personnes')
  })

  test('le fichier a une ligne pour chaque contact, et une adresse inventée se dit', async () => {
    const { groupes } = await lire()
    const answer = await application.demander('/donateurs/doublons.csv')
    const rows = (await answer.text()).trim().split('\r\n')
    expect(rows).toHaveLength(1 + groupes.flatMap(({ contacts }) => contacts).length)
    const { document } = await application.ouvrir('/donateurs/doublons/distincts?groupe=rien')
    expect(wordsOf(find(document, 'main'))).toContain('Aucun groupe coché n’est encore proposé.')
  })
})
