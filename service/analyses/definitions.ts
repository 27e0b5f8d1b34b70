import type { Definitions } from '#contract/definitions'
import { type Analysis, type Given, SECTIONS } from './analysis'
import { rule } from './definition'

/** As done by `#figures/ratios`, and by PostgreSQL numerics. */
export const arrondis: Analysis = {
  section: 'Dashboard',
  definitions: () => ({
    arrondis: rule({
      titre: 'Arrondis',
      formule:
        'Chaque chiffre est calculé en centimes entiers et arrondi une seule fois, à la fin : les montants au centime, les taux et les évolutions à une décimale. Une moitié s’éloigne de zéro : 6,25 % devient 6,3 %, −56,85 % devient −56,9 %, 12,345 € devient 12,35 €. Les graphiques abrègent selon la même règle.',
      perimetre: 'Tous les chiffres, sur les écrans et dans les fichiers.',
      exemple: null,
      depuis: '2026-11-23',
    }),
  }),
}

/** Figures of the donor card and the lists. */
export const carriere: Analysis = {
  section: 'Donateurs',
  definitions: () => ({
    carriere: rule({
      titre: 'Carrière d’un donateur',
      formule:
        'Tous ses dons, de plus de 0 € : leur somme (cumul), leur nombre, le plus grand, le premier et le dernier dans l’ordre des dates puis des identifiants. « Sur 12 mois » : après le même jour de l’année d’avant, jusqu’au dernier jour des données.',
      perimetre: 'Les dons enregistrés de ce contact, fût-il exclu.',
      exemple: null,
    }),
  }),
}

/** The definitions of all figures of these analyses, in order. */
export async function readDefinitions(
  analyses: readonly Analysis[],
  given: Given,
  annee: number,
): Promise<Definitions> {
  const readSection = async (titre: string) => {
    const own = analyses.filter(({ section }) => section === titre)
    const found = await Promise.all(
      own.map(async ({ definitions }) => (await definitions?.(given, annee)) ?? {}),
    )
    const definitions = found.flatMap((rules) =>
      Object.entries(rules).map(([code, one]) => ({ code, ...one })),
    )
    return { titre, definitions }
  }
  return { annee, sections: await Promise.all(SECTIONS.map(readSection)) }
}
