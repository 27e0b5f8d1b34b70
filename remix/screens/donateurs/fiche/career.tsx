import type { Fiche } from '#contract/fiches'
import { formatDay, formatMoney, plural } from '#figures/format'
import { cardPath } from '../../../ui/donor-link'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'

/** Anchor of the card's list of gifts. */
export const GIFTS = 'dons'

/** A donor's key figures, over all gifts. */
export function Career({ contact_id, carriere }: Pick<Fiche, 'contact_id' | 'carriere'>) {
  return (
    <Kpis>
      <Kpi
        label="Cumul"
        value={formatMoney(carriere.cumul)}
        detail={`dont ${formatMoney(carriere.cumul_12_mois)} sur 12 mois`}
        definition="carriere"
      />
      <CountKpi
        label="Dons"
        count={carriere.nombre_dons}
        href={`${cardPath(contact_id)}#${GIFTS}`}
        detail={`moyen\u00A0: ${formatMoney(carriere.don_moyen)}`}
        definition="carriere"
      />
      <Kpi
        label="Plus grand don"
        value={formatMoney(carriere.plus_grand_don)}
        definition="carriere"
      />
      <Kpi
        label="Premier don"
        value={formatDay(carriere.premier_don)}
        detail={plural(carriere.annees_de_don, 'année de don', 'années de don')}
        definition="carriere"
      />
      <Kpi
        label="Dernier don"
        value={formatDay(carriere.dernier_don)}
        detail={formatMoney(carriere.dernier_montant)}
        definition="carriere"
      />
    </Kpis>
  )
}
