import { Box, Button, Text } from '@mantine/core'
import { useId, useState } from 'react'

import { SectionCard } from '#kit/section-card.tsx'

import { PermissionMatrix } from '../-permission-matrix.tsx'
import type { Granted } from '../-permission-rules.ts'
import { sentence } from '../-permission-sentence.ts'

/** Permissions of the customer, in a sentence that opens the matrix. */
export function PermissionSummary({ granted }: { granted: Granted }) {
  const [isOpen, setIsOpen] = useState(false)
  const matrixId = useId()
  return (
    <SectionCard
      title="Permissions"
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={matrixId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide table' : 'Show table'}
        </Button>
      }
    >
      <Text>{sentence(granted)}</Text>
      <Box id={matrixId} hidden={!isOpen} mt="sm">
        {isOpen && <PermissionMatrix granted={granted} readOnly />}
      </Box>
    </SectionCard>
  )
}
