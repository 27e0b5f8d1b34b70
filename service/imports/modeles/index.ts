import { Modele } from '#contract/lecture'
import civicrm from './civicrm.json'
import dolibarr from './dolibarr.json'
import donorbox from './donorbox.json'
import galette from './galette.json'
import givewp from './givewp.json'
import gocardless from './gocardless.json'
import helloasso from './helloasso.json'
import iraiser from './iraiser.json'
import paheko from './paheko.json'
import paypalEn from './paypal-en.json'
import paypalFr from './paypal-fr.json'
import salesforceNpsp from './salesforce-npsp.json'
import stripeUnifie from './stripe-unifie.json'
import stripe from './stripe.json'

/** The models that ship, checked as the program starts: a file that is none stops it. */
export const MODELES_LIVRES: Modele[] = [
  helloasso,
  civicrm,
  dolibarr,
  donorbox,
  galette,
  givewp,
  gocardless,
  iraiser,
  paheko,
  paypalFr,
  paypalEn,
  salesforceNpsp,
  stripe,
  stripeUnifie,
].map((modele) => Modele.parse(modele))
