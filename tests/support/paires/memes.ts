import { autreForme, initiales, recopier, recopierTelephone } from '../doublons/degats'
import { dire, type Lot, type Paire, type Tirage } from './quidam'

/** A letter lost, doubled, or two of them exchanged, never the first. */
function coquille({ random }: Tirage, text: string): string {
  const at = random.between(1, Math.max(1, text.length - 2))
  const [a, b] = [text.charAt(at), text.charAt(at + 1)]
  const [before, after] = [text.slice(0, at), text.slice(at + 2)]
  return before + random.pick([a, a + a + b, b === a ? a : b + a]) + after
}

const DIMINUTIFS: Record<Lot, readonly [string, ...string[]]> = {
  0: ['Catherine/Cathy', 'Christophe/Chris', 'Élisabeth/Babeth', 'Philippe/Phil'],
  1: ['Jacqueline/Jacotte', 'Frédéric/Fred', 'Véronique/Véro', 'Daniel/Dany', 'Nicolas/Nico'],
  2: ['Geneviève/Ginette', 'Alexandre/Alex', 'Dominique/Domi', 'Madeleine/Mado', 'Gérard/Gégé'],
}
const COMPOSES: Record<Lot, readonly [string, ...string[]]> = {
  0: ['Jean-Pierre', 'Marie-Claude', 'Jean-Luc'],
  1: ['Anne-Sophie', 'Jean-Marie', 'Marie-Thérèse'],
  2: ['Pierre-Yves', 'Marie-France', 'Jean-Baptiste'],
}
const LIEN: Record<Lot, string> = { 0: ' et ', 1: ' & ', 2: ' et ' }

const diminutif = (tirage: Tirage) => {
  const [firstname = '', short = ''] = tirage.random.pick(DIMINUTIFS[tirage.lot]).split('/')
  return { who: tirage.quidam({ firstname }), short }
}

/** Kinds of one person under two numbers. */
export const MEMES: Readonly<Record<string, Paire>> = {
  'coquille au nom, même e-mail': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'zip']),
      dire(who, ['email'], { lastname: coquille(tirage, who.lastname), zip: tirage.zip() }),
    ]
  },
  'coquille au prénom, même e-mail': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'zip']),
      dire(who, ['email'], { firstname: coquille(tirage, who.firstname) }),
    ]
  },
  'coquille au nom, mêmes mobile et code postal': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'phone', 'zip']),
      dire(who, ['phone', 'zip'], { lastname: coquille(tirage, who.lastname) }),
    ]
  },
  'nom de mariage, mêmes e-mail et naissance': (tirage) => {
    const who = tirage.quidam({ genre: 'F' })
    return [
      dire(who, ['email', 'birthdate', 'zip'], { civility: 'Mlle' }),
      dire(who, ['email', 'birthdate', 'civility'], {
        lastname: tirage.quidam().lastname,
        zip: tirage.zip(),
      }),
    ]
  },
  'nom double, même e-mail': (tirage) => {
    const who = tirage.quidam({ genre: 'F' })
    const double = `${who.lastname}${tirage.random.pick(['-', ' '])}${tirage.quidam().lastname}`
    return [dire(who, ['email', 'zip']), dire(who, ['email'], { lastname: double })]
  },
  'nom double, même mobile': (tirage) => {
    const who = tirage.quidam()
    const double = `${tirage.quidam().lastname}-${who.lastname}`
    return [dire(who, ['phone', 'zip']), dire(who, ['phone'], { lastname: double })]
  },
  'diminutif, même code postal': (tirage) => {
    const { who, short } = diminutif(tirage)
    return [dire(who, ['email', 'zip']), dire(who, ['zip'], { firstname: short })]
  },
  'diminutif, même e-mail': (tirage) => {
    const { who, short } = diminutif(tirage)
    return [dire(who, ['email', 'zip']), dire(who, ['email'], { firstname: short })]
  },
  'diminutif, même mobile, ailleurs': (tirage) => {
    const { who, short } = diminutif(tirage)
    return [
      dire(who, ['phone', 'zip']),
      dire(who, ['phone'], { firstname: short, zip: tirage.zip() }),
    ]
  },
  'déménagé, même e-mail': (tirage) => {
    const who = tirage.quidam()
    return [dire(who, ['email', 'zip']), dire(who, ['email'], { zip: tirage.zip() })]
  },
  'déménagé, e-mail neuf, même mobile': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'phone', 'zip']),
      dire(tirage.quidam(), ['email', 'zip'], {
        firstname: who.firstname,
        lastname: who.lastname,
        phone: recopierTelephone(tirage.random, who.phone),
      }),
    ]
  },
  'déménagé, e-mail neuf, même naissance': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'birthdate', 'zip']),
      dire(tirage.quidam(), ['email', 'zip'], {
        firstname: who.firstname,
        lastname: who.lastname.toUpperCase(),
        birthdate: who.birthdate,
      }),
    ]
  },
  'e-mail neuf, même code postal': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'zip']),
      dire(who, ['zip'], { email: tirage.boite(who.firstname, who.lastname) }),
    ]
  },
  'nom et prénom échangés, même code postal': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'zip']),
      dire(who, ['zip'], { firstname: who.lastname.toUpperCase(), lastname: who.firstname }),
    ]
  },
  'nom et prénom échangés, même mobile': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['phone', 'zip']),
      dire(who, ['phone'], { firstname: who.lastname, lastname: who.firstname }),
    ]
  },
  'initiale, même e-mail': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'zip']),
      dire(who, [], {
        firstname: `${who.firstname.slice(0, 1)}.`,
        lastname: who.lastname.toUpperCase(),
        email: who.email.toUpperCase(),
      }),
    ]
  },
  'initiale, même code postal': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['fixe', 'zip']),
      dire(who, ['zip'], { firstname: who.firstname.slice(0, 1) }),
    ]
  },
  'accents, casse, traits d’union, même code postal': (tirage) => {
    const who = tirage.quidam({ firstname: tirage.random.pick(COMPOSES[tirage.lot]) })
    return [
      dire(who, ['email', 'zip']),
      dire(who, ['zip'], {
        firstname: recopier(tirage.random, who.firstname),
        lastname: recopier(tirage.random, who.lastname),
      }),
    ]
  },
  'prénom composé en initiales, même code postal': (tirage) => {
    const who = tirage.quidam({ firstname: tirage.random.pick(COMPOSES[tirage.lot]) })
    return [
      dire(who, ['fixe', 'zip']),
      dire(who, ['zip', 'email'], { firstname: initiales(tirage.random, who.firstname) }),
    ]
  },
  'fiche du couple et l’un des deux, même code postal': (tirage) => {
    const who = tirage.quidam({ genre: 'M' })
    const elle = tirage.quidam({ genre: 'F' })
    return [
      dire(who, ['zip'], {
        firstname: `${who.firstname}${LIEN[tirage.lot]}${elle.firstname}`,
        civility: 'M. et Mme',
      }),
      dire(who, tirage.random.chance(0.5) ? ['zip', 'email', 'civility'] : ['zip', 'civility']),
    ]
  },
  'nom entier dans une case, même code postal': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['zip']),
      dire(who, ['zip', 'email'], {
        firstname: '',
        lastname: tirage.random.pick([
          `${who.lastname.toUpperCase()} ${who.firstname}`,
          `${who.firstname} ${who.lastname}`,
        ]),
      }),
    ]
  },
  'nom entier dans une case, même téléphone': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['fixe', 'zip']),
      dire(who, ['fixe'], { firstname: '', lastname: `${who.firstname} ${who.lastname}` }),
    ]
  },
  'même fixe, coquille au code postal': (tirage) => {
    const who = tirage.quidam()
    return [dire(who, ['email', 'fixe', 'zip']), dire(who, ['fixe'], { zip: tirage.zip() })]
  },
  'code postal sans son zéro, même nom': (tirage) => {
    const who = tirage.quidam({ zip: `0${tirage.random.between(1000, 9999)}` })
    return [dire(who, ['email', 'zip']), dire(who, [], { zip: who.zip.slice(1) })]
  },
  'coquille à l’e-mail, même mobile autrement écrit, initiale': (tirage) => {
    const who = tirage.quidam()
    return [
      dire(who, ['email', 'phone', 'zip']),
      dire(who, [], {
        firstname: who.firstname.slice(0, 1),
        email: who.email.replace('@', 'x@'),
        phone: recopierTelephone(tirage.random, who.phone),
        zip: tirage.zip(),
      }),
    ]
  },
  'points ou étiquette de gmail, ailleurs': (tirage) => {
    const who = tirage.quidam()
    const boite = who.email.replace(/@.*/, '')
    return [
      dire(who, ['zip'], { email: `${boite}@gmail.com` }),
      dire(who, [], {
        email: `${tirage.random.pick([`${boite}+don`, boite.replace('.', '')])}@gmail.com`,
        zip: tirage.zip(),
      }),
    ]
  },
  'deuxième prénom ajouté, même e-mail': (tirage) => {
    const who = tirage.quidam()
    const second = tirage.quidam({ genre: who.genre }).firstname
    return [
      dire(who, ['email', 'zip']),
      dire(who, ['email'], { firstname: `${who.firstname} ${second}` }),
    ]
  },
  'société sous une autre forme, même code postal': (tirage) => {
    const { lastname, zip, email } = tirage.quidam()
    const name = `${tirage.random.pick(['Transports', 'Menuiserie', 'Domaine'])} ${lastname}`
    return [
      { lastname: `SARL ${name}`, zip, email, is_company: true },
      { lastname: autreForme(tirage.random, name), zip, is_company: true },
    ]
  },
  'association, son sigle de forme et sans, même code postal': (tirage) => {
    const { lastname, zip } = tirage.quidam()
    const forme = tirage.random.pick(['Association', 'Ets', 'Établissements', 'Fondation'])
    return [
      { lastname: `${forme} ${lastname} Solidaire`, zip, is_company: true },
      { lastname: `${lastname} Solidaire`, zip, is_company: true },
    ]
  },
}
