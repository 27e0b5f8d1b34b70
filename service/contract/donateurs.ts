import { z } from 'zod'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, Nombre, Part, dictionnaire } from './values'

export const SegmentationAnnuelle = z.object({
  data: z
    .array(
      z.object({
        annee: z.number().int(),
        beginners: Part,
        fideles: Part,
        super_fideles: Part,
        total_donateurs: Nombre,
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type SegmentationAnnuelle = z.infer<typeof SegmentationAnnuelle>

export const SegmentationGlobale = z.object({
  donnees: z.object({
    non_fideles: Part,
    fideles: Part,
    super_fideles: Part,
    total_donateurs: Nombre,
  }),
})
export type SegmentationGlobale = z.infer<typeof SegmentationGlobale>

/** `donnees` has the keys `vfl` and the lower-cased name of the other campaign. */
export const NonFidelesCampagnes = z.object({ donnees: dictionnaire(Part, 20) })
export type NonFidelesCampagnes = z.infer<typeof NonFidelesCampagnes>

export const segmentationAnnuelle = endpoint({
  path: '/api/donateurs/segmentation-annuelle',
  summary: 'Donors of every year by their number of gifts in it',
  answer: SegmentationAnnuelle,
})

export const segmentationGlobale = endpoint({
  path: '/api/donateurs/segmentation-globale',
  summary: 'Donors by their number of gifts over their whole career',
  answer: SegmentationGlobale,
})

export const nonFidelesCampagnes = endpoint({
  path: '/api/donateurs/non-fideles-campagnes',
  summary: 'One-gift donors by the campaign of that gift',
  answer: NonFidelesCampagnes,
})
