import { reasonOf } from './reason'
import { SettingsRefused } from './settings'

/** The address that a program shall listen on, and the settings that say so. */
export interface Place {
  host: string
  port: number
  names: { host: string; port: string }
}

/** Why a program cannot listen there, in one line. */
export function notListening({ host, port, names }: Place, error: unknown): SettingsRefused {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new SettingsRefused(
      `Le port ${port} est déjà pris : arrêtez le programme qui l’occupe, ou choisissez-en un autre avec ${names.port}=…`,
    )
  const isHost = code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL'
  return new SettingsRefused(
    `Impossible d’écouter sur ${host}:${port} (${code ?? reasonOf(error)}) : vérifiez ${isHost ? names.host : names.port}.`,
  )
}
