import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { NumerosRepris } from '#contract/apercus'
import { formatCount, plural } from '#figures/format'
import { Alert } from '../../ui/alert'
import { FILE_TAB } from './paths'
import { Years } from './small-table'

export const RECOMMENCENT = 'Ces numéros recommencent-ils\u202F?'

/** « 6 numéros reviennent avec une autre année… » */
export const toldRepris = ({ nombre, connus }: NumerosRepris): string =>
  `${plural(nombre, 'numéro revient', 'numéros reviennent')} avec une autre année, ou avec un autre donateur et un autre jour, sur ${formatCount(connus)} déjà enregistrés`

/** Both answers, each with what is stored afterwards by year. */
export const Answers = ({
  repris,
  autres,
  corrections,
}: {
  repris: NumerosRepris
  autres: ReactNode
  corrections: ReactNode
}) => (
  <div className="accounts">
    <div>
      <Years caption="Si ce sont d’autres dons" years={repris.autres_dons} />
      {autres}
    </div>
    <div>
      <Years caption="Si ce sont des corrections" years={repris.corrections} />
      {corrections}
    </div>
  </div>
)

/** Asks it of Donations.csv, which keeps no gift beside another of its number. */
export const ReprisDons = ({ repris }: { repris: NumerosRepris }) => (
  <>
    <Alert tone="error" title={RECOMMENCENT}>
      <p>{toldRepris(repris)}. Rien ne s’importe tant que ce n’est pas décidé.</p>
    </Alert>
    <Answers
      repris={repris}
      autres={
        <p>
          <Link to={FILE_TAB}>Importez ce fichier sous «&nbsp;Un fichier de mon outil&nbsp;»</Link>,
          qui garde les uns et les autres.
        </p>
      }
      corrections={<p>Le bouton sous cette analyse importe le fichier, et remplace ces dons.</p>}
    />
  </>
)
