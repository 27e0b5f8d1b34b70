import { expect, test } from 'vitest'
import { createPlaces, type Place } from '../../../service/imports/staging/places'

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

test('C qui envoie trop lentement laisse sa place à qui attend, et ne la reprend pas en recommençant', async () => {
  let clock = 0
  const inPlace = createPlaces(() => clock)
  const places: Place[] = []
  /** Sends until it is cut. */
  const send = (personne: string, bytes: number, ms: number) =>
    inPlace(
      personne,
      (place) =>
        new Promise<string>((resolve) => {
          place.sending = { sent: { bytes, ms }, cut: () => resolve(`${personne} coupé`) }
          places.push(place)
        }),
    )
  const none = (sent: Promise<string>) => Promise.race([sent, Promise.resolve('envoie')])

  const [slow, quick, fresh] = [
    send('Lent', 40_000, 10_000),
    send('Vif', 400_000, 10_000),
    send('Nouveau', 0, 4_000),
  ]
  const taken = send('Zoé', 0, 0)
  expect(await slow).toBe('Lent coupé')
  expect(await none(quick)).toBe('envoie')
  expect(await none(fresh)).toBe('envoie')
  expect(await none(taken)).toBe('envoie')
  await expect(send('Max', 0, 0)).rejects.toThrow(ALL)

  // Begun again, its requests are those of a slow sender from their first moment.
  places.find(({ personne }) => personne === 'Vif')?.sending?.cut()
  await quick
  const again = send('Lent', 0, 0)
  const max = send('Max', 0, 0)
  expect(await again).toBe('Lent coupé')
  expect(await none(max)).toBe('envoie')
  await expect(send('Lent', 0, 0), 'un lent n’en chasse pas un autre').rejects.toThrow(ALL)

  // It is forgotten after a minute.
  clock += 61_000
  places.find(({ personne }) => personne === 'Max')?.sending?.cut()
  await max
  const later = send('Lent', 0, 0)
  await expect(send('Lou', 0, 0)).rejects.toThrow(ALL)
  expect(await none(later)).toBe('envoie')
})
