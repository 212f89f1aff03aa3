import type { FieldPath } from '../../form-model/definition.ts'
import { escapeSegment } from '../../form-model/pointer.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import { addStep, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { pathToNode } from './form-tree.ts'
import { moveNode, obstacleTo } from './move-node.ts'
import { conditionOf, setCondition, setStepShown } from './question-condition.ts'

/**
 * Moves a question into a step of its own behind its step, whose condition can name the questions of every earlier step.
 * The condition of the question becomes that of the step. The same files if that is not possible.
 */
export function splitIntoStep(
  files: FormFiles,
  path: FieldPath,
  id: string,
  titles: { [language in ToolLanguage]: string },
): FormFiles {
  const tree = treeOf(files)
  const trail = pathToNode(tree, path)
  const [step, node] = [trail[0], trail.at(-1)]
  if (!step || !node || node === step || trail.some(({ kind }, index) => kind === 'list' && index < trail.length - 1))
    return files
  const condition = conditionOf(tree, node)
  if (node.condition !== null && condition === null) return files
  const shown = setCondition(files, path, null)
  const begun = addStep(shown, id, titles)
  const place = { parent: escapeSegment(id), index: 0 }
  if (obstacleTo(begun, path, place) !== null) return files
  const behind = moveNode(begun, escapeSegment(id), { parent: '', index: tree.indexOf(step) + 1 })
  return setStepShown(moveNode(behind, path, place), escapeSegment(id), condition)
}
