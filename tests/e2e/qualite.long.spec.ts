import { ECRANS } from '../support/plan'
import { testQualite } from '../support/qualite'

testQualite(ECRANS)
