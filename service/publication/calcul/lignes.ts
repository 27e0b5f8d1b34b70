import { anneeDe, ecrireJour, moisDe, quantiemeDe } from './calendrier'
import { ecrireElement, type Lignes, type Textes } from './octets'
import {
  autresCodes,
  type Dons,
  type Fait,
  type Personne,
  profilDe,
  reculDe,
  segmentDe,
  trancheDe,
} from './personne'
import { delaiArret, type Serie } from './series'

/** The columns of the rows that are written. */
export const COLONNES = {
  faits: `generation, nombre, nombre_vfl, cumul_nombre, cumul_vfl, premier_jour, dernier_jour, premier_don, dernier_don, annee,
    exclu, premier_vfl, dernier_vfl, carriere_vfl, contact_id, montant, dernier_montant, cumul, annee_precedente,
    annee_suivante, premier_jour_suivant, deuxieme_don, montant_precedent, premiere_campagne, premier_codemedia,
    premier_origincode, premier_produit, autres_campagnes, autres_medias, autres_origines, autres_produits, departement`,
  series: 'rythme, exclu, premier, connue_le, arret, contact_id, montant, jours, montants',
  croises: `generation, annee, mois, quantieme, tranche, tranche_total, segment, derniere_annee, recul, exclu, cents, contact_id,
    departement, profil, campagne, media, origine, produit`,
  jours: 'axe, jour, code, nombre, montant',
  mois: 'axe, annee, mois, code, nombre, montant',
  annees: 'axe, annee, code, donateurs, nouveaux',
} as const

/** Whom rows are of, texts as COPY reads them. */
interface Donateur {
  contact: Uint8Array
  exclu: boolean
  departement: Uint8Array
}

/** Of so many codes what an array has of them is kept: each is an object, and there may be as many as gifts. */
const GARDES = 20_000

/** How codes and departments are written. */
export class Ecriture {
  #generation: number
  #codes: Textes
  #elements: Buffer[] = []

  constructor(generation: number, codes: Textes) {
    this.#generation = generation
    this.#codes = codes
  }

  #element(code: number): Buffer {
    if (code >= GARDES) return ecrireElement(this.#codes.octets(code))
    return (this.#elements[code] ??= ecrireElement(this.#codes.octets(code)))
  }

  /** The facts of a person. */
  ecrireFaits(
    lignes: Lignes,
    { contact, exclu, departement }: Donateur,
    dons: Dons,
    personne: Personne,
  ): void {
    const { faits } = personne
    const dernier = dons.nombre - 1
    for (const [rang, fait] of faits.entries()) {
      const { debut, fin } = fait
      const avant = faits[rang - 1]
      const apres = faits[rang + 1]
      const jour = (place: number) => ecrireJour(dons.jours[place] as number)
      lignes
        .entier(this.#generation)
        .entier(fin - debut)
        .entier(fait.nombreVfl)
        .entier(dons.nombre)
        .entier(personne.nombreVfl)
        .texte(jour(debut))
        .texte(jour(fin - 1))
        .texte(jour(0))
        .texte(jour(dernier))
        .entier(fait.annee)
        .bool(exclu)
        .bool(dons.vfl[debut] === 1)
        .bool(dons.vfl[fin - 1] === 1)
        .bool(dons.vfl[0] === 1)
        .ecrit(contact)
        .euros(fait.cents)
        .euros(dons.cents[fin - 1] as number)
        .euros(personne.cents)
      if (avant) lignes.entier(avant.annee)
      else lignes.nul()
      if (apres) lignes.entier(apres.annee).texte(jour(apres.debut))
      else lignes.nul().nul()
      if (personne.deuxiemeJour === undefined) lignes.nul()
      else lignes.texte(ecrireJour(personne.deuxiemeJour))
      if (avant) lignes.euros(avant.cents)
      else lignes.nul()
      for (const codes of dons.codes) this.#codes.ecrire(lignes, codes[debut] as number)
      for (const codes of dons.codes)
        lignes.liste(autresCodes(codes, fait).map((code) => this.#element(code)))
      lignes.ecrit(departement).fin()
    }
  }

  /** A person's gifts of the year of that rank, each with what the person is in that year. */
  ecrireCroises(
    lignes: Lignes,
    { contact, exclu, departement }: Donateur,
    dons: Dons,
    { faits }: Personne,
    rang: number,
  ): void {
    const fait = faits[rang] as Fait
    const nombre = fait.fin - fait.debut
    const trancheTotal = trancheDe(fait.cents)
    const segment = segmentDe(nombre)
    const derniere = anneeDe(dons.jours[dons.nombre - 1] as number)
    const recul = reculDe(fait.annee, faits[rang - 1]?.annee)
    const profil = profilDe(nombre, fait.nombreVfl)
    for (let don = fait.debut; don < fait.fin; don++) {
      const jour = dons.jours[don] as number
      const cents = dons.cents[don] as number
      lignes
        .entier(this.#generation)
        .entier(fait.annee)
        .entier(moisDe(jour))
        .entier(quantiemeDe(jour))
        .entier(trancheDe(cents))
        .entier(trancheTotal)
        .entier(segment)
        .entier(derniere)
        .entier(recul)
        .bool(exclu)
        .entier(cents)
        .ecrit(contact)
        .ecrit(departement)
        .texte(profil)
      for (const codes of dons.codes) this.#codes.ecrire(lignes, codes[don] as number)
      lignes.fin()
    }
  }

  /** A series of a person. */
  ecrireSerie(lignes: Lignes, { contact, exclu }: Donateur, { rythme, jours, cents }: Serie): void {
    const dernier = jours.length - 1
    lignes
      .entier(rythme)
      .bool(exclu)
      .texte(ecrireJour(jours[0] as number))
    if (dernier < 3) lignes.nul()
    else lignes.texte(ecrireJour(jours[3] as number))
    lignes
      .texte(ecrireJour((jours[dernier] as number) + delaiArret(rythme)))
      .ecrit(contact)
      .euros(cents[dernier] as number)
      .texte(`{${jours.map(ecrireJour).join(',')}}`)
      .texte(`{${cents.map((montant) => (montant / 100).toFixed(2)).join(',')}}`)
      .fin()
  }

  ecrireCode(lignes: Lignes, code: number): void {
    this.#codes.ecrire(lignes, code)
  }
}
