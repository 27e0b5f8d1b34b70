import type { CodeDoublon } from '#contract/doublons'

/** What each rule is called, and the reason it gives. */
export const LIBELLES: Readonly<Record<CodeDoublon, readonly [libelle: string, raison: string]>> = {
  D1: [
    'Même e-mail et même nom',
    'Même adresse e-mail, même nom, et un prénom qui peut être le même.',
  ],
  "D1'": [
    'Même e-mail et même société, ailleurs',
    'Même adresse e-mail et même nom de société, mais sous un autre code postal\u00A0; peut-être deux établissements.',
  ],
  D2: [
    'Même mobile et même nom',
    'Même téléphone mobile, même nom, et un prénom qui peut être le même.',
  ],
  D3: [
    'Mêmes nom, prénom et code postal',
    'Mêmes nom, prénom et code postal\u00A0; personne d’autre, ou presque, ne s’appelle ainsi.',
  ],
  "D3'": [
    'Mêmes nom courant, prénom et code postal',
    'Mêmes nom, prénom et code postal\u00A0; mais d’autres s’appellent ainsi ailleurs.',
  ],
  D5: [
    'Nom et prénom échangés',
    'Le nom de l’un est le prénom de l’autre, avec le même code postal ou la même adresse e-mail.',
  ],
  D6: [
    'Même nom, même code postal, prénom abrégé',
    'Même nom, même code postal, et le prénom de l’un abrège celui de l’autre.',
  ],
  D7: [
    'Même société, même code postal',
    'Même nom de société à sa forme juridique près, et même code postal.',
  ],
  D8: [
    'Même ligne d’un fichier',
    'Ce qu’une même ligne d’un fichier dit du donateur mène à plusieurs contacts, ou un fichier en a fait plusieurs d’un même nom au même code postal.',
  ],
}
