import type { AnneeDonateur } from '#contract/fiches'
import type { Statut } from '#contract/recherche'
import { formatDay } from '#figures/format'

const SPACE = '\u00A0'

/** A donor's gifts in one year. */
export interface Dons {
  annee: number
  nombre_dons: number
  montant: number
  premier_jour: string
  dernier_jour: string
}

const STATUTS: readonly Statut[] = ['actif', 'dormant', 'inactif', 'tres_inactif']

const NOMS: Record<Statut, string> = {
  actif: 'actif',
  dormant: 'dormant',
  inactif: 'inactif',
  tres_inactif: 'très inactif',
}

/**
 * « dormant : dernier don le 03/11/2024 »: explains the status of year `annee`; `dernier` is the last year with gifts,
 * `avant` the one before.
 */
function explain(statut: Statut, annee: number, dernier: Dons, avant: Dons | undefined): string {
  const say = (why: string) => `${NOMS[statut]}${SPACE}: ${why}`
  if (statut !== 'actif') return say(`dernier don le ${formatDay(dernier.dernier_jour)}`)
  const retour = formatDay(dernier.premier_jour)
  if (!avant) return say(`premier don le ${retour}`)
  if (avant.annee < annee - 1)
    return say(`revenu le ${retour}, après un dernier don le ${formatDay(avant.dernier_jour)}`)
  return say(`dernier don le ${formatDay(dernier.dernier_jour)}`)
}

/**
 * A donor's years, from the first with a gift to `derniere` (or the last with a gift, if later), with the status at
 * each year's end. `dons`: the years with gifts, ascending.
 */
export function listAnnees(dons: readonly Dons[], derniere: number): AnneeDonateur[] {
  const first = dons[0]?.annee
  if (first === undefined) return []
  const last = Math.max(derniere, dons.at(-1)?.annee ?? first)
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const annee = first + at
    const until = dons.filter((year) => year.annee <= annee)
    const [avant, dernier] = [until.at(-2), until.at(-1)]
    if (!dernier) throw new Error('A year before the first gift')
    const statut = STATUTS[Math.min(annee - dernier.annee, STATUTS.length - 1)] ?? 'tres_inactif'
    const given = dernier.annee === annee ? dernier : { nombre_dons: 0, montant: 0 }
    return {
      annee,
      nombre_dons: given.nombre_dons,
      montant: given.montant,
      statut,
      raison: explain(statut, annee, dernier, avant),
    }
  })
}
