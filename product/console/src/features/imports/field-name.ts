import type { SheetField } from '@ekyc/contract/console/sheet-lines'

import { t } from '../../texts/t.ts'

export function fieldName(field: SheetField): string {
  return field === 'mobile' || field === 'roles' ? t(`import.field.${field}`) : t(`detail.${field}`)
}
