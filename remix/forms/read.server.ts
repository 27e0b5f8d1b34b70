import { Refusal } from '../service/refusal.server'
import { failing } from '../service/service.server'

/** For `.catch()` of a form's fields: refuses one that is malformed, and says where to go back to. */
export const unreadable =
  (where: string) =>
  (cause: unknown): never => {
    const detail = `Ce formulaire ne se lit pas. Revenez ${where}, puis envoyez-le à nouveau.`
    throw new Refusal(400, { detail, code: 'refuse', cause })
  }

/** The fields of a form that may hold a file, whose parts may be malformed: then it shows that as the screen's error. */
export const readForm = (request: Request, where: string): Promise<FormData> =>
  request
    .formData()
    .catch(unreadable(where))
    .catch(failing('Erreur lors de la lecture du formulaire'))
