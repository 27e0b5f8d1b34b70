import { type DragEvent, type RefObject, useEffect, useState } from 'react'
import { formatSize } from '#figures/format'
import { chooseFile, type FileKind, type Limit } from './choose'

interface Props {
  input: RefObject<HTMLInputElement>
  field: string
  prompt: string
  kind: FileKind
  limit: Limit | null
  /** The chosen or staged file. */
  shown: { name: string; size: number } | null
  /** Whether the page already has a file: then only scripts can replace it. */
  taken: boolean
  /** Id of the alert that explains the refusal. */
  refusedBy: string | undefined
  onChoice: (file: File | null, refusal: string | null) => void
}

/** A real file field; with scripts, also a drop zone. */
export function Dropzone({
  input,
  field,
  prompt,
  kind,
  limit,
  shown,
  taken,
  refusedBy,
  onChoice,
}: Props) {
  const [live, setLive] = useState(false)
  const [over, setOver] = useState(false)
  useEffect(() => setLive(true), [])

  const choose = (files: FileList) => {
    const { file, refusal } = chooseFile([...files], kind, limit)
    if (input.current) {
      const kept = new DataTransfer()
      if (file) kept.items.add(file)
      input.current.files = kept.files
    }
    onChoice(file, refusal)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }

  if (taken && !live)
    return (
      <p className="dropzone dropzone-taken mention">
        Pour choisir un autre fichier, réinitialisez d’abord cet onglet.
      </p>
    )
  return (
    <label
      className={`dropzone${live ? ' dropzone-live' : ''}${over ? ' dropzone-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M16 21V7m-6 6 6-6 6 6M6 22v3a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-3" />
      </svg>
      <span className="dropzone-prompt">{prompt}</span>
      <span className="mention">ou cliquez pour sélectionner</span>
      {limit && <span className="mention">{kind.words(limit)}</span>}
      <input
        ref={input}
        type="file"
        name={field}
        accept={kind.accept}
        aria-invalid={refusedBy !== undefined || undefined}
        aria-describedby={refusedBy}
        // Choosing the same file again counts: it may have changed.
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={(event) => {
          const { files } = event.currentTarget
          if (files && files.length > 0) choose(files)
        }}
      />
      {shown && (
        <span className="dropzone-file">
          {shown.name} <span className="mention">({formatSize(shown.size)})</span>
        </span>
      )}
    </label>
  )
}
