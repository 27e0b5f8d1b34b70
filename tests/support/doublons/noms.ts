import type { Random } from '../../../service/programs/demo/random'

export interface Nom {
  prenom: string
  nom: string
}
export type Genre = 'F' | 'M'

/** One of the list, the first much more often, as names are borne. */
function ranked(random: Random, list: readonly string[], exponent = 0.6): string {
  const power = 1 - exponent
  const at = (random.next() * (list.length ** power - 0.5) + 0.5) ** (1 / power)
  return list[Math.min(list.length, Math.floor(at) + 1) - 1] ?? ''
}

const words = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '))

const COURANTS = words(`
  Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux David Bertrand
  Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Lefebvre Faure André Mercier Blanc Guérin
  Boyer Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier
  Masson Marchand Duval Denis Dumont Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard Giraud Joly Rivière Lucas
  Brunet Gaillard Barbier Arnaud Martinez Gérard Roche Renard Schmitt Roy Leroux Colin Vidal Caron Picard Roger Fabre
  Aubert Lemoine Renaud Dumas Lacroix Olivier Philippe Bourgeois Pierre Benoît Rey Leclerc Payet Rolland Leclercq
  Saint-Martin Lebœuf D'Almeida Saint-Jean De_La_Tour L'Hermite Dupont-Durand Œuvrard Sainte-Beuve`)
const DEBUTS = words(
  'Bar Cham Dor Fer Gra Hau Jou Lan Mon Nau Par Qui Rou Sau Tour Val Beau Mar Del Per Cor Bou Ver Mal',
)
const MILIEUX = words('i a o be che de ge la ma ni pe ri sa te vi bi lo mou gui ro ba le né ve dou')
const FINS = words(
  'er et on ot ard aud eau in ier al ain ois ac ens aut el and oux ert is ois_Dit at euil our ay',
)

/** The surname of this rank: those known by name, then others, each of its own letters. */
function surname(rank: number): string {
  const known = COURANTS[rank]
  if (known) return known
  const n = DEBUTS.length
  const part = (list: readonly string[], power: number) =>
    list[Math.floor(rank / n ** power) % list.length] ?? ''
  const [beginning, middle, end] = [part(DEBUTS, 0), part(MILIEUX, 1), part(FINS, 2)]
  return beginning + middle + part(MILIEUX, 3).slice(rank < n ** 3 ? 2 : 0) + end.slice(0, 4)
}

/** Ranks as French surnames are borne: the first by 0.5 %, the 100th by 0.05 %, 200 000 in all. */
function rank(random: Random): number {
  const low = 6 ** 0.2
  return Math.floor((low + random.next() * (200_006 ** 0.2 - low)) ** 5) - 6
}

const PRENOMS: Record<Genre, string[]> = {
  F: words(`
    Marie Monique Françoise Catherine Nathalie Isabelle Sylvie Jacqueline Anne Martine Nicole Valérie Christine Denise
    Madeleine Sandrine Jeanne Michèle Anne-Marie Marie-Christine Hélène Simone Brigitte Sophie Véronique Marie-Thérèse
    Élisabeth Geneviève Chantal Annie Danielle Odette Marie-France Claire Zoé Julie Camille Chloé Léa Aurélie Céline
    Marguerite Paulette Corinne Dominique Anne-Sophie Claude Emma Stéphanie Agnès Bénédicte Maëlys Inès Solène Clémence`),
  M: words(`
    Jean Michel Pierre Jacques Philippe Alain Bernard Patrick Daniel André Gérard Christian Jean-Pierre Nicolas René
    François Claude Christophe Thierry Jean-Claude Éric Marcel Serge Pascal Didier Jean-Luc Jean-Paul Roger Guy Henri
    Dominique Yves Stéphane Frédéric Sébastien Laurent Julien Paul Louis Georges Jean-François Jean-Marc Maurice Gilles
    Raymond Hervé Joël Olivier Camille Hugo Lucas Théo Émile Benoît Jérôme Raphaël Aurélien Côme Zacharie Anatole`),
}

interface Origine {
  part: number
  nom: (random: Random, genre: Genre) => string
  prenoms: Record<Genre, string[]>
}

const joined = (debuts: string, fins: string) => (random: Random) =>
  ranked(random, words(debuts), 0.3) + ranked(random, words(fins), 0.3)

const ORIGINES: Record<string, Origine> = {
  française: { part: 76, nom: (random) => surname(rank(random)), prenoms: PRENOMS },
  bretonne: {
    part: 7,
    nom: joined(
      'Le_ Ker Le_ Pen Ker Tré Lan Lo',
      'goff gall floc’h bihan dantec corre berre meur guen marec bras cornec gallou morvan vella uzec hir sann',
    ),
    prenoms: {
      F: words(
        'Anne Gwenaëlle Maëlle Enora Nolwenn Soazig Annaïg Rozenn Katell Marie-Annick Haude Tifenn',
      ),
      M: words('Yann Loïc Erwan Ronan Gwenaël Yves-Marie Goulven Tanguy Ewen Hervé Malo Corentin'),
    },
  },
  basque: {
    part: 4,
    nom: joined(
      'Etche Iri Mendi Ibar Harri Salla Goyen Elissa Bide Arra',
      'verry garay berry gorry zabal goyen ondo berria garat nart',
    ),
    prenoms: {
      F: words('Maite Amaia Maialen Maddi Elixabete Miren Ainhoa Nahia Argitxu Jeanne-Marie'),
      M: words('Peio Xabi Iñaki Beñat Ander Mattin Eñaut Jean-Baptiste Ramuntxo Ximun'),
    },
  },
  vietnamienne: {
    part: 3,
    nom: (random) =>
      random.weighted([
        ['Nguyễn', 38],
        ['Trần', 11],
        ['Lê', 9.5],
        ['Phạm', 7],
        ['Huỳnh', 5],
        ['Phan', 4.5],
        ['Vũ', 4],
        ['Võ', 4],
        ['Đặng', 2],
        ['Bùi', 2],
        ['Đỗ', 1.4],
        ['Hồ', 1.3],
        ['Ngô', 1.3],
        ['Dương', 1],
        ['Lý', 0.5],
        ['Đinh', 0.5],
      ]),
    prenoms: {
      F: words(
        'Thị_Lan Thị_Mai Thu_Hà Ngọc_Ánh Thị_Hương Minh_Anh Kim_Chi Thúy Phương Thanh_Hằng Bích_Ngọc Diệu',
      ),
      M: words(
        'Văn_Minh Đức Quang_Huy Văn_Hùng Minh_Tuấn Hữu_Phước Thanh Xuân_Trường Bảo Ngọc_Sơn Công Thành_Đạt',
      ),
    },
  },
  polonaise: {
    part: 4,
    nom: (random, genre) =>
      joined(
        'Kowal Lewandow Zieliń Szymań Dąbrow Kozłow Jankow Wiśniew Kamiń Górni Pawłow Piotrow Grabow Zającz Jabłoń Król',
        random.chance(0.6) ? (genre === 'F' ? 'ska' : 'ski') : 'czyk ak ewicz ik owiak',
      )(random),
    prenoms: {
      F: words(
        'Małgorzata Stanisława Agnieszka Joanna Zofia Elżbieta Halina Krystyna Bożena Świętosława',
      ),
      M: words('Zbigniew Łukasz Stanisław Józef Paweł Wojciech Michał Jan Kazimierz Sławomir'),
    },
  },
  arabe: {
    part: 6,
    nom: joined(
      'Ben_ El_ Ben Bel Bou Aït_ Al- Abd_El_ Had Sa',
      'ali kacem hamed amrani salah youssef hassan mansour rahmani idi tazi kaddour larbi dad mokhtar brahim jaziri',
    ),
    prenoms: {
      F: words(
        'Fatima Khadija Aïcha Fatima-Zahra Nadia Samira Leïla Yasmina Malika Naïma Lalla-Meryem Rachida',
      ),
      M: words(
        'Mohamed Ahmed Abdel-Kader Ali Karim Rachid Mustapha Saïd Mohamed-Amine Youssef Abdallah Noureddine',
      ),
    },
  },
}

/** Names as people bear them in France, of one family: the last name first, then a first name for each. */
export function createFamille(random: Random): (genre: Genre) => Nom {
  const origine = random.weighted(Object.values(ORIGINES).map((one) => [one, one.part] as const))
  const inheritable = origine.nom(random, 'M')
  const isGendered = /sk[ia]$/.test(inheritable)
  return (genre) => ({
    prenom: ranked(random, origine.prenoms[genre]),
    nom: isGendered ? inheritable.replace(/sk[ia]$/, genre === 'F' ? 'ska' : 'ski') : inheritable,
  })
}
