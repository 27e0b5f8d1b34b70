import type { Fiche } from '#contract/fiches'
import { formatCount, formatDay, formatMoney, plural } from '#figures/format'
import { Kpi, Kpis } from '../ui/kpi'

/** The key figures of a donor, over all its gifts. */
export function Career({ carriere }: Pick<Fiche, 'carriere'>) {
  return (
    <Kpis>
      <Kpi
        label="Cumul"
        value={formatMoney(carriere.cumul)}
        detail={`dont ${formatMoney(carriere.cumul_12_mois)} sur 12 mois`}
        definition="carriere"
      />
      <Kpi
        label="Dons"
        value={formatCount(carriere.nombre_dons)}
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
