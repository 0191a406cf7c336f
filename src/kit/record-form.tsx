import { Button, Kbd } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'

import { capitalized } from '#lib/capitalized.ts'

import { CancelLink, type Way, wayBack } from './back-link.tsx'
import { DraftBanner } from './draft/banner.tsx'
import { LeaveDraftDialog } from './draft/leave-dialog.tsx'
import { useFormPage } from './form-page.ts'
import { InlineProblem } from './inline-problem.tsx'
import { PageHeader } from './page-header.tsx'
import { commandKey } from './page-keys.ts'
import { Conflicts } from './record-form-conflicts.tsx'
import type { RecordEditor } from './use-record-form.ts'

import classes from './record-form.module.css'

interface Props<Values extends FieldValues> {
  title: string
  subtitle?: ReactNode
  /** The noun for the record: "customer". */
  record: string
  /** The name of its draft, where a new one isn't a new record of that kind. */
  unfinished?: string
  saveLabel?: string
  /** A record that doesn't exist yet can be saved as it starts. */
  isNew?: boolean
  /** As wide as the editor of an invoice. */
  isWide?: boolean | undefined
  /** The result of `useRecordForm`. */
  editor: RecordEditor<Values>
  /** What it belongs to, where Cancel and a link above the title lead. */
  back?: Way | undefined
  /** Instead of Cancel. */
  cancel?: ReactNode
  /** The inputs. */
  children: ReactNode
}

/** The page of a form: conflicts above the inputs, what failed and Save in reach below them. Ctrl+Enter saves. */
export function RecordForm<Values extends FieldValues>({
  title,
  subtitle,
  record,
  unfinished = `Unfinished ${record}`,
  saveLabel = 'Save',
  isNew = false,
  isWide = false,
  editor,
  back,
  cancel = back && <CancelLink {...back.address} />,
  children,
}: Props<Values>) {
  const { body, merge, save, hasWork, draft, choose } = editor
  useFormPage(body, { isNew, onFinish: () => void save() })
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <PageHeader title={title} subtitle={subtitle} back={back && wayBack(back)} />
      {draft.savedAt !== undefined && (
        <DraftBanner savedAt={draft.savedAt} onResume={draft.resume} onDiscard={draft.discard}>
          {isNew ? unfinished : `Unsaved changes to this ${record}`}
        </DraftBanner>
      )}
      <form
        className={classes.form}
        ref={body}
        noValidate
        aria-label={capitalized(record)}
        onSubmit={(event) => void save(event)}
      >
        {merge && <Conflicts key={merge.round} record={record} merge={merge} onChoose={choose} />}
        {children}
        <Footer editor={editor} isNew={isNew} saveLabel={saveLabel} cancel={cancel} />
        <LeaveDraftDialog
          title="Leave without saving?"
          discardWord="Discard changes"
          hasWork={hasWork}
          isUnsaved={draft.hasUnsavableChanges}
          onSave={draft.saveNow}
          onDiscard={draft.close}
        />
      </form>
    </div>
  )
}

interface FooterProps<Values extends FieldValues> extends Pick<Props<Values>, 'editor' | 'cancel'> {
  isNew: boolean
  saveLabel: string
}

/** What failed, whether there is something to save, and Save. Only it is drawn again with every key. */
function Footer<Values extends FieldValues>({ editor, isNew, saveLabel, cancel }: FooterProps<Values>) {
  const { form, isSaving, error, known, hasWork } = editor
  useWatch({ control: form.control })
  const isChanged = hasWork()
  return (
    <div className={classes.footer} data-form-footer>
      <InlineProblem error={error} known={known} className={classes.problem} />
      <span className={classes.status} role="status">
        {isChanged ? 'Unsaved changes' : !isNew && 'No changes'}
      </span>
      {cancel}
      <Button
        type="submit"
        loading={isSaving}
        disabled={!isNew && !isChanged}
        rightSection={
          <Kbd visibleFrom="sm" aria-hidden>
            {commandKey} Enter
          </Kbd>
        }
      >
        {saveLabel}
      </Button>
    </div>
  )
}
