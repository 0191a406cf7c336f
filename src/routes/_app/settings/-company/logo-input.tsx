import { Button, Group, Input } from '@mantine/core'
import { useState } from 'react'

import { company } from '#api/company.ts'
import type { Company } from '#contract/account/company.ts'
import { largestPhotoBytes } from '#contract/customers/customers.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { toast } from '#kit/toast.ts'
import { imageFormatOf } from '#lib/file-check.ts'

import classes from './logo-input.module.css'

/** The company’s logo. It is uploaded and removed at once, without the form that it stands in. */
export function LogoInput({ logo }: Pick<Company, 'logo'>) {
  const upload = useAttempt(company.uploadLogo())
  const remove = useAttempt(company.removeLogo())
  const [problem, setProblem] = useState<string>()
  const error = problem ?? upload.error?.fields['logo'] ?? upload.error?.message ?? remove.error?.message
  const take = async ([file]: File[]) => {
    remove.reset()
    upload.reset()
    setProblem(undefined)
    if (!file) return
    if (file.size > largestPhotoBytes) return setProblem('The logo is larger than 5 MB')
    if ((await imageFormatOf(file)) === undefined) return setProblem('Choose a PNG, JPEG, WebP or GIF image.')
    upload.mutate({ file }, { onSuccess: () => void toast.success('Logo saved') })
  }
  return (
    <Input.Wrapper label="Logo" labelElement="div">
      <FileDrop
        label={logo ? 'Replace logo' : 'Upload logo'}
        title={upload.isPending ? 'Uploading…' : logo ? 'Replace' : 'Upload'}
        hint="Printed above your company name. PNG, JPEG, WebP or GIF, at most 5 MB; a transparent PNG looks best."
        accept="image/png,image/jpeg,image/webp,image/gif"
        isBusy={upload.isPending}
        error={error}
        onFiles={(files) => void take(files)}
      >
        {logo && (
          <Group gap="md" mb="sm">
            <img
              className={classes.logo}
              src={logo.path}
              width={logo.width}
              height={logo.height}
              // At most 240 × 80 with its frame. It has that size before it is loaded, so that nothing moves then.
              style={{ width: Math.min(logo.width, 222, (62 * logo.width) / logo.height) }}
              alt="Your logo"
            />
            <Button
              variant="subtle"
              color="gray"
              loading={remove.isPending}
              onClick={() => {
                upload.reset()
                setProblem(undefined)
                remove.mutate({}, { onSuccess: () => void toast.success('Logo removed') })
              }}
            >
              Remove
            </Button>
          </Group>
        )}
      </FileDrop>
    </Input.Wrapper>
  )
}
