import { ActionIcon, Button, Group, Loader, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { files as fileQueries } from '#api/files.ts'
import type { StoredFile } from '#contract/customers/custom-fields.ts'
import { ownUrl } from '#lib/own-url.ts'

import { kindOfFile } from './file-kind.ts'

import classes from './file-viewer.module.css'

interface Props {
  files: readonly StoredFile[]
  shown: StoredFile
  onShow: (file: StoredFile) => void
  onClose: () => void
}

/** Shows an image or a PDF over the page; the arrow keys go through the files beside it. */
export function FileViewer({ files, shown, onShow, onClose }: Props) {
  const viewable = files.filter(({ name, path }) => kindOfFile(name, ownUrl(path)) !== 'other')
  const index = viewable.findIndex(({ path }) => path === shown.path)
  const url = ownUrl(shown.path, shown.name) ?? ''
  const go = (step: number) => {
    const next = viewable[index + step]
    if (next) onShow(next)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{shown.name}</bdi>}
      size="min(60rem, 94vw)"
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(-1)
        if (event.key === 'ArrowRight') go(1)
      }}
    >
      <div className={classes.stage}>
        {kindOfFile(shown.name, url) === 'image' ? (
          <img key={url} src={url} alt={shown.name} className={classes.image} />
        ) : (
          <Pdf key={url} url={url} name={shown.name} />
        )}
      </div>
      <Group justify="space-between" mt="md">
        <Group gap="xs">
          {viewable.length > 1 && (
            <>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label="Previous file"
                disabled={index <= 0}
                onClick={() => go(-1)}
              >
                <IconChevronLeft size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label="Next file"
                disabled={index >= viewable.length - 1}
                onClick={() => go(1)}
              >
                <IconChevronRight size={18} aria-hidden />
              </ActionIcon>
              <Text size="sm" c="dimmed">
                {index + 1} of {viewable.length}
              </Text>
            </>
          )}
        </Group>
        <Group gap="xs">
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noopener"
            variant="subtle"
            color="gray"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            Open in new tab
          </Button>
          <Button
            component="a"
            href={url}
            download={shown.name}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Group>
      </Group>
    </Modal>
  )
}

/** The browser's own viewer. It gets the bytes as a blob, as the service serves PDFs as downloads only. */
function Pdf({ url, name }: { url: string; name: string }) {
  const { data, error } = useQuery(fileQueries.pdf(url))
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(
    function showPdf() {
      if (!data || !frame.current) return undefined
      const address = URL.createObjectURL(data)
      frame.current.src = `${address}#toolbar=0&navpanes=0&view=FitH`
      return () => URL.revokeObjectURL(address)
    },
    [data],
  )
  if (error || !navigator.pdfViewerEnabled)
    return <Text c="dimmed">This PDF can’t be shown here. Download it to open it.</Text>
  if (!data) return <Loader aria-label="Loading" />
  return <iframe ref={frame} title={name} className={classes.pdf} />
}
