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
    'Le nom de l’un est le prénom de l’autre, avec la même adresse e-mail ou le même téléphone.',
  ],
  "D5'": [
    'Nom et prénom échangés, même code postal',
    'Le nom de l’un est le prénom de l’autre, mais seul le code postal est le même.',
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
  D9: [
    'Même e-mail ou mobile, une lettre d’écart',
    'Même adresse e-mail ou même mobile\u00A0; du nom et du prénom, l’un est le même et l’autre n’a qu’une lettre d’écart.',
  ],
  D10: [
    'Nom double',
    'Le nom de l’un contient celui de l’autre, avec un prénom qui peut être le même et le même e-mail, mobile ou jour de naissance.',
  ],
  D11: [
    'Autre nom, même prénom et même naissance',
    'Même prénom, même jour de naissance, et même e-mail ou téléphone\u00A0; le nom a peut-être changé avec un mariage.',
  ],
  D12: ['Mêmes nom, prénom et naissance', 'Mêmes nom, prénom et jour de naissance.'],
  D13: ['Mêmes nom, prénom et téléphone', 'Mêmes nom, prénom et téléphone.'],
  D14: [
    'Nom entier dans une case',
    'Le nom de l’un contient tout le nom de l’autre, prénom compris, avec le même e-mail, téléphone ou code postal.',
  ],
  D15: [
    'Même boîte autrement écrite',
    'La même boîte à une étiquette (+…) ou à des points près, le même nom, et un prénom qui peut être le même.',
  ],
  D16: [
    'Diminutif',
    'Même nom, même e-mail ou mobile, et le prénom de l’un est un diminutif de celui de l’autre.',
  ],
}
