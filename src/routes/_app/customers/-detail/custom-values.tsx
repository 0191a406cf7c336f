import { Image, Text } from '@mantine/core'
import { IconFile, IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { files as fileQueries } from '#api/files.ts'
import { type CustomField, type StoredFile, fieldType } from '#contract/customers/custom-fields.ts'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { byteSize } from '#lib/byte-size.ts'
import { ownUrl, thumbnailUrl } from '#lib/own-url.ts'

import { type FileKind, kindOfFile } from './file-kind.ts'

import classes from './stored-files.module.css'

/** The custom fields that have a value, by group. */
export function CustomValues({ fields }: { fields: readonly CustomField[] }) {
  const filled = fields.filter(({ custom_field_values }) => custom_field_values.length > 0)
  const groups = Map.groupBy(filled, ({ group }) => group.trim() || 'Other')
  return [...groups].map(([group, some]) => (
    <SectionCard key={group} title={group}>
      <FactList>
        {some.flatMap((field) =>
          field.custom_field_values.map(({ id, value }) =>
            Array.isArray(value) ? (
              <FactState key={id} label={field.name} isWide>
                <StoredFiles files={value} />
              </FactState>
            ) : (
              <Fact key={id} label={field.name} value={value} isWide={field.type === fieldType.textArea}>
                {known.has(field.type) ? undefined : <em>{value} (unsupported field type)</em>}
              </Fact>
            ),
          ),
        )}
      </FactList>
    </SectionCard>
  ))
}

const known = new Set<number>(Object.values(fieldType))

const FileViewer = lazyWithRetry(async () => (await import('./file-viewer.tsx')).FileViewer)

/** Files of a customer. Images and PDFs open in a dialog, others are downloaded. */
function StoredFiles({ files }: { files: readonly StoredFile[] }) {
  const [shown, setShown] = useState<StoredFile>()
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.path}>
          <FileTile file={file} onShow={() => setShown(file)} />
        </li>
      ))}
      <Suspense>
        {shown && (
          <FileViewer files={files} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />
        )}
      </Suspense>
    </ul>
  )
}

/** A file whose address can't be opened keeps its name and has no link. */
function FileTile({ file: { name, path }, onShow }: { file: StoredFile; onShow: () => void }) {
  const url = ownUrl(path, name)
  const { data: bytes } = useQuery({
    ...fileQueries.size(url ?? ''),
    enabled: url?.startsWith('/') ?? false,
  })
  const kind = kindOfFile(name, url)
  return (
    <a
      className={classes.tile}
      href={url ?? undefined}
      download={kind === 'other' ? name : undefined}
      // Elsewhere a browser doesn’t take `download` into account, and would leave this page.
      target={url?.startsWith('/') ? undefined : '_blank'}
      rel="noopener"
      aria-haspopup={kind === 'other' ? undefined : 'dialog'}
      onClick={(event) => {
        // With a modifier key it opens in a new tab, like any link.
        if (kind === 'other' || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onShow()
      }}
    >
      <span className={classes.picture}>
        {kind === 'image' && url !== null ? (
          <Image src={thumbnailUrl(url, 256)} alt="" h="100%" w="100%" loading="lazy" fit="cover" />
        ) : (
          <FileIcon name={name} kind={kind} />
        )}
      </span>
      <Text size="sm" lineClamp={2} inherit className={classes.name} dir="auto">
        {name}
      </Text>
      {bytes != null && (
        <Text size="xs" c="dimmed">
          {byteSize(bytes)}
        </Text>
      )}
    </a>
  )
}

function FileIcon({ name, kind }: { name: string; kind: FileKind }) {
  const Icon =
    kind === 'pdf' || /\.pdf$/i.test(name)
      ? IconFileTypePdf
      : /\.(zip|gz|7z)$/i.test(name)
        ? IconFileZip
        : IconFile
  return <Icon size={32} stroke={1.3} aria-hidden />
}
