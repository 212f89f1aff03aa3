import { countSamplesOf } from '../../edit/uses.ts'
import { AddDialog } from '../AddDialog.tsx'
import { MoveDialog } from '../MoveDialog.tsx'
import { PublishDialog } from '../PublishDialog.tsx'
import type { PaneProps } from './pane-props.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { errorCount, noFindings } from './use-checked-form.ts'

/** The dialog that is open. */
export function StudioDialogs({ studio, view, form, checked, node, language, say }: PaneProps) {
  const { files, tree } = form
  const { dialog, removing, publication, undrawn } = view
  const findings = checked?.findings ?? noFindings
  const hasResult = publication.kind === 'done' || publication.kind === 'failed'
  const close = () => studio.show({ dialog: 'none' })
  return (
    <>
      {dialog === 'add' && tree && node && (
        <AddDialog
          files={files}
          tree={tree}
          selected={node}
          label={studio.label}
          language={language}
          say={say}
          used={studio.document.usedNames()}
          onClose={close}
          onAdd={studio.add}
          onChange={studio.change}
        />
      )}
      {dialog === 'move' && tree && node && (
        <MoveDialog
          files={files}
          tree={tree}
          path={node.path}
          label={studio.label}
          say={say}
          onClose={close}
          onMove={(place, isFreed) => {
            studio.moveTo(node.path, place, isFreed)
            close()
          }}
        />
      )}
      {removing !== null && (
        <RemoveDialog
          files={files}
          removed={removing}
          name={studio.nameOfRemoved(removing)}
          samples={removing.value === undefined ? countSamplesOf(files, removing.path) : 0}
          label={studio.label}
          language={language}
          say={say}
          onClose={() => studio.show({ removing: null })}
          onRemove={(repairs) => studio.removeWith(removing, repairs)}
        />
      )}
      {/* The result of a dialog that was closed meanwhile is shown as soon as no other dialog is open. */}
      {(dialog === 'publish' || (dialog === 'none' && hasResult)) && (
        <PublishDialog
          name={studio.name}
          files={files}
          version={checked?.formVersion ?? null}
          onTenant={() => {
            studio.closePublishing()
            studio.show({ tab: 'tenant', pane: 'main' })
          }}
          errors={errorCount(checked)}
          isUndrawn={undrawn !== '' && undrawn === checked?.formVersion}
          publication={publication}
          language={language}
          say={say}
          onPublish={() => void studio.publish()}
          warnings={findings.filter(({ severity }) => severity === 'warning').length}
          onFindings={() => studio.showFindings(findings)}
          onClose={studio.closePublishing}
        />
      )}
    </>
  )
}
