import { ecrireJour } from './calendrier'
import { Lecture, type Qui } from './lecture'
import { type COLONNES, Ecriture } from './lignes'
import { ecrireTexte, lireTexte, Lignes } from './octets'
import { AXES, compterPersonne, type Dons, segmentDe } from './personne'
import type { Reserve } from './reserve'
import { trouverSeries } from './series'
import { anneeDuMois, moisDuMois, type Ventile, Ventilation } from './ventilation'

/** Rows of one table, as COPY reads them. */
export interface Morceau {
  table: keyof typeof COLONNES
  octets: Buffer
}

/** The keys of the facts and of the series, which come first; those of the gifts are of their years. */
export const FAITS = -2
export const SERIES = -1

export const tableDe = (cle: number): Morceau['table'] => {
  if (cle === FAITS) return 'faits'
  return cle === SERIES ? 'series' : 'croises'
}

const INCONNU = ecrireTexte('inconnu')

const ecrireNoms = (noms: ReadonlyMap<string, string>): Map<string, Uint8Array> =>
  new Map([...noms].map(([cle, nom]) => [cle, ecrireTexte(nom)]))

/** What a pass is of, beside the gifts. */
interface Autour {
  generation: number
  /** The first day that the breakdown keeps by itself. */
  depuis: number
  /** By postal code. */
  departements: ReadonlyMap<string, string>
  /** The departments of persons with several cards. */
  reunis: ReadonlyMap<string, string>
  exclus: ReadonlySet<string>
  /** For what is a row of a person: series and gifts beside their facts have another order than facts. */
  reserve: Reserve
}

/** One pass over the gifts, person by person: the rows of all that depends on them. Nothing here reads or writes anything else. */
export class Passe {
  #lecture = new Lecture((qui, dons) => this.#compter(qui, dons))
  #ecriture: Ecriture
  #ventilation: Ventilation
  #departements: ReadonlyMap<string, Uint8Array>
  #reunis: ReadonlyMap<string, Uint8Array>
  #exclus: ReadonlySet<string>
  #reserve: Reserve

  constructor({ generation, depuis, departements, reunis, exclus, reserve }: Autour) {
    this.#ecriture = new Ecriture(generation, this.#lecture.codes)
    this.#ventilation = new Ventilation(depuis)
    this.#departements = ecrireNoms(departements)
    this.#reunis = ecrireNoms(reunis)
    this.#exclus = exclus
    this.#reserve = reserve
  }

  /** Rows of DONS_EN_ORDRE, in pieces cut anywhere. */
  lire(morceau: Buffer): void {
    this.#lecture.lire(morceau)
  }

  /** After the last piece. */
  finir(): void {
    this.#lecture.finir()
  }

  #compter({ contact, moitie, codePostal }: Qui, dons: Dons): void {
    const numero = lireTexte(contact)
    const donateur = {
      contact,
      exclu: this.#exclus.has(numero),
      departement:
        this.#reunis.get(numero) ?? this.#departements.get(lireTexte(codePostal)) ?? INCONNU,
    }
    const personne = compterPersonne(dons)
    this.#ecriture.ecrireFaits(this.#reserve.lignes(FAITS), donateur, dons, personne)
    for (const [rang, fait] of personne.faits.entries()) {
      // Crossings count the halves of the contacts side by side; last come those whose only gift of the year it is.
      const cle = fait.annee * 8 + moitie * 4 - segmentDe(fait.fin - fait.debut)
      this.#ecriture.ecrireCroises(this.#reserve.lignes(cle), donateur, dons, personne, rang)
    }
    for (const serie of trouverSeries(dons))
      this.#ecriture.ecrireSerie(this.#reserve.lignes(SERIES), donateur, serie)
    if (!donateur.exclu) this.#ventilation.ajouter(dons, personne)
  }

  /** The breakdown, once all is read. */
  *ventiler(): Generator<Morceau> {
    yield* this.#ecrire('annees', this.#ventilation.parAnnee(), (lignes, ventile) => {
      lignes.entier(ventile.periode)
      this.#ecriture.ecrireCode(lignes, ventile.code)
      lignes.entier(ventile.nombre).entier(ventile.somme)
    })
    yield* this.#ecrire('jours', this.#ventilation.parJour(), (lignes, { periode, ...ventile }) => {
      lignes.texte(ecrireJour(periode))
      this.#ecriture.ecrireCode(lignes, ventile.code)
      lignes.entier(ventile.nombre).euros(ventile.somme)
    })
    yield* this.#ecrire('mois', this.#ventilation.parMois(), (lignes, { periode, ...ventile }) => {
      lignes.entier(anneeDuMois(periode)).entier(moisDuMois(periode))
      this.#ecriture.ecrireCode(lignes, ventile.code)
      lignes.entier(ventile.nombre).euros(ventile.somme)
    })
  }

  *#ecrire(
    table: Morceau['table'],
    ventiles: Generator<Ventile>,
    ecrire: (lignes: Lignes, ventile: Ventile) => void,
  ): Generator<Morceau> {
    const lignes = new Lignes()
    for (const ventile of ventiles) {
      lignes.texte(AXES[ventile.axe] as string)
      ecrire(lignes, ventile)
      lignes.fin()
      const octets = lignes.prendre()
      if (octets) yield { table, octets }
    }
    const octets = lignes.prendre(true)
    if (octets) yield { table, octets }
  }
}
