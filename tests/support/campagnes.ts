import type { Dictionnaire } from '../../service/contract/dictionnaire'
import { poster } from './semer'

const get = async <Answer>(url: string) => (await (await fetch(url)).json()) as Answer

/** Says of the largest codes what their text proposes, with costs and mailings, sets aims for each year, and keeps a list. */
export async function poserDictionnaire(serviceUrl: string): Promise<void> {
  const { inconnus } = await get<Dictionnaire>(`${serviceUrl}/api/campagnes/dictionnaire`)
  const fiches = inconnus.data.slice(0, 40).map(({ code, famille, exercice, montant }, at) => ({
    ...{ code, nom: `Appel ${at}`, famille, exercice, debut: null, fin: null },
    cout: exercice === null || at % 3 === 0 ? null : Math.round(montant * 10) / 100,
    envois: exercice === null ? null : 1000 + at,
  }))
  await poster(serviceUrl, '/api/campagnes/dictionnaire', { fiches, saisi_par: 'Camille' })
  await poster(serviceUrl, '/api/donateurs/listes-gardees', {
    ...{ nom_liste: 'Actifs 2020', nom: 'Camille' },
    adresse: '/donateurs/liste?ensemble=actifs&annee=2020',
  })
  const { annees } = await get<{ annees: number[] }>(`${serviceUrl}/api/dashboard/annees`)
  for (const annee of annees) {
    const saisi_par = 'Camille'
    await poster(serviceUrl, '/api/objectifs', {
      annee,
      mesure: 'montant',
      valeur: '400 000',
      saisi_par,
    })
    await poster(serviceUrl, '/api/objectifs', {
      annee,
      mesure: 'nouveaux',
      valeur: '300',
      saisi_par,
    })
  }
}
