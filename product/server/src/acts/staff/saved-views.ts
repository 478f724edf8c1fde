import { viewShapes, viewsAtMost } from '@ekyc/contract/console/shapes/views'

import {
  listSavedViews as readViews,
  removeSavedView as remove,
  saveView as save,
} from '../../database/staff/staff.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId } from '../../domain/ids.ts'
import { defineAct, actInput, type ActContext } from '../act.ts'

function ownerOf({ maker }: ActContext): string {
  if (maker.kind === 'staff') return maker.id
  throw new CommandRefused('Views belong to a person of the staff.')
}

export const listViews = defineAct({
  name: 'view.list',
  input: actInput({}),
  async run(action) {
    const views = await readViews(action.db, { staffId: ownerOf(action) })
    action.row.subject = `${views.length} views`
    return { views }
  },
})

/** A view that already has the name gets the new address. */
export const saveView = defineAct({
  name: 'view.save',
  input: actInput(viewShapes.saveView.request.properties),
  async run(action, { name, address }) {
    const { db, at, row } = action
    row.subject = name
    // Decodes the address without an error for a percent sign that begins no UTF-8.
    const words = [...new URLSearchParams(address)].flat()
    if (words.some(word => /[0-9]{10}/.test(word))) throw new CommandRefused('A view keeps no mobile number.')
    const view = {
      id: newId(at),
      staffId: ownerOf(action),
      name: name.trim(),
      address,
      at,
      most: viewsAtMost,
    }
    const [saved] = await save(db, view)
    if (!saved)
      throw new CommandRefused(`You have ${viewsAtMost} views, which is the most. Remove one first.`)
    return saved
  },
})

export const removeView = defineAct({
  name: 'view.remove',
  input: actInput(viewShapes.removeView.request.properties),
  async run(action, { id }) {
    const removed = await remove(action.db, { id, staffId: ownerOf(action) })
    action.row.subject = id
    action.row.unchanged = removed.length === 0
    return {}
  },
})
