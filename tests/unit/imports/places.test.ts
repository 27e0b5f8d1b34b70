import { expect, test } from 'vitest'
import { createPlaces } from '../../../service/imports/staging/places'

const OWN = /^Deux fichiers de votre poste sont déjà en cours d’envoi/
const ALL = /^Trois fichiers sont déjà en cours d’envoi/

test('une personne prend deux places, et la troisième est à une autre', async () => {
  const inPlace = createPlaces()
  const ends: (() => void)[] = []
  const send = (personne: string) =>
    inPlace(personne, () => new Promise<void>((resolve) => ends.push(resolve)))

  const sent = [send('Zoé'), send('Zoé')]
  await expect(send('Zoé')).rejects.toThrow(OWN)
  sent.push(send('Max'))
  await expect(send('Lou')).rejects.toThrow(ALL)

  ends[0]?.()
  await sent[0]
  sent.push(send('Lou'))
  for (const end of ends) end()
  await Promise.all(sent)
})
