import { Button, CloseButton, Fieldset, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { blocks, proposedName, titleWords } from '../edit/blocks.ts'
import type { Block } from '../edit/blocks.ts'
import { addBlock, addStep, freeName, freeStepId, isFreeName, isFreeStepId, setText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { editedLanguages } from '../edit/form-files.ts'
import { isTable, pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { listBlock } from '../edit/list-commands.ts'
import { ownBlocks, removeBlock } from '../edit/own-blocks.ts'
import { listsIn } from '../edit/shared-lists.ts'
import { rowsOf } from '../edit/tables.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { isToolLanguage } from '../source/tool-languages.ts'
import { typedId } from '../source/form-name.ts'
import { isQuestionName } from '../rules/inherited-names.ts'
import { focusAtFirst } from './shell/focus-at-first.ts'
import { idInputProps } from './shell/id-input.ts'
import { StudioDialog } from './StudioDialog.tsx'
import { titleIn } from './studio-texts.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Props = {
  files: FormFiles
  tree: readonly FormNode[]
  selected: FormNode
  label: (path: string) => string
  language: StudioLanguage
  say: Say
  /** Names that questions have or had. */
  used: UsedNames
  onClose: () => void
  onAdd: (title: string, command: (files: FormFiles) => FormFiles, path: string) => void
  onChange: (title: string, command: (files: FormFiles) => FormFiles) => void
}

/** The palette: the author chooses a kind of question, then writes its label. */
export function AddDialog({ files, tree, selected, label, language, say, used, onClose, onAdd, onChange }: Props) {
  const [block, setBlock] = useState<Block | 'step' | null>(null)
  // Other authors may remove the selected node meanwhile; another node is selected then.
  const [{ parent, after, place }] = useState(() => {
    const found = placeFor(tree, selected)
    return { ...found, place: label(found.parent.path) }
  })
  const title = say('add.title', { place })
  const variantLanguages = editedLanguages(files).filter((one) => !isToolLanguage(one))
  if (pathToNode(tree, parent.path).length === 0)
    return (
      <StudioDialog say={say} onClose={onClose} title={title}>
        <Stack>
          <Text role="alert">{say('add.gone', { place })}</Text>
          <Group>
            <Button onClick={onClose}>{say('close')}</Button>
          </Group>
        </Stack>
      </StudioDialog>
    )
  return (
    <StudioDialog say={say} onClose={onClose} title={block === 'step' ? say('add.step') : title} size="lg">
      {block === null && (
        <SimpleGrid cols={2}>
          {blocks.map((one, index) => (
            <Button
              key={one.id}
              variant="default"
              justify="start"
              onClick={() => setBlock(one)}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            >
              {one.title[language]}
            </Button>
          ))}
          <Button variant="default" justify="start" onClick={() => setBlock('step')}>
            {say('add.step')}
          </Button>
        </SimpleGrid>
      )}
      {block === null &&
        ownParts(files).map(([heading, parts]) => (
          <Fieldset key={heading} legend={say(heading)} mt="sm">
            <SimpleGrid cols={2}>
              {parts.map((one) => (
                <Group key={one.id} gap={4} wrap="nowrap">
                  <Button variant="default" justify="start" fullWidth onClick={() => setBlock(one)}>
                    {one.title[language]}
                  </Button>
                  {heading === 'reuse.blocks' && (
                    <CloseButton
                      aria-label={say('reuse.remove', { name: one.title.ja })}
                      onClick={() =>
                        onChange(say('reuse.removed', { name: one.title.ja }), (before) => removeBlock(before, one.id))
                      }
                    />
                  )}
                </Group>
              ))}
            </SimpleGrid>
          </Fieldset>
        ))}
      {block === 'step' && (
        <WordsForm
          variantLanguages={variantLanguages}
          say={say}
          label={say('step.title')}
          missing={say('add.emptyStep')}
          initial={{ ja: '', en: '' }}
          proposed={() => freeStepId(files, used)}
          isFree={(name) => isFreeStepId(files, name, used)}
          onBack={() => setBlock(null)}
          onDone={({ ja, en, name, variants }) =>
            onAdd(
              say('added', { name: ja }),
              (before) =>
                setVariants(
                  addStep(before, name, { ja, en }),
                  joinPointer(joinPointer('/steps', name), 'title'),
                  variants,
                ),
              name,
            )
          }
        />
      )}
      {block !== null && block !== 'step' && (
        <WordsForm
          variantLanguages={variantLanguages}
          say={say}
          label={say('label')}
          missing={say('add.empty')}
          initial={wordsOf(block)}
          proposed={(words) =>
            freeName(
              files,
              parent.path,
              words === wordsOf(block).ja ? block.name : proposedName(words, block.name),
              used,
            )
          }
          isFree={(name) => isFreeName(files, parent.path, name, used)}
          onBack={() => setBlock(null)}
          onDone={({ ja, en, name, variants }) => {
            const inside = `${parent.path}${parent.kind === 'list' ? '/[]' : ''}/${name}`
            const pointer = joinPointer(joinPointer('/fields', inside), 'label')
            // A shared part has its own label unless the form overrides it.
            const isOwn = block.texts.ja[''] !== undefined || ja !== wordsOf(block).ja
            onAdd(
              say('added', { name: ja }),
              (before) => {
                const added = addBlock(before, block, parent.path, name, after)
                const worded = isOwn ? setText(setText(added, 'ja', pointer, ja), 'en', pointer, en) : added
                return setVariants(worded, pointer, variants)
              },
              inside,
            )
          }}
        />
      )}
    </StudioDialog>
  )
}

/** What the tenant has saved for all its forms. */
function ownParts(files: FormFiles): ['reuse.blocks' | 'reuse.lists', Block[]][] {
  const all: ['reuse.blocks' | 'reuse.lists', Block[]][] = [
    ['reuse.blocks', ownBlocks(files)],
    ['reuse.lists', listsIn(files).map((list) => listBlock(files, list))],
  ]
  return all.filter(([, parts]) => parts.length > 0)
}

/** The label of a new block. A shared part has its own, which the palette's name shows without its explanation. */
function wordsOf(block: Block): { ja: string; en: string } {
  const { texts } = block
  const words = titleWords(block)
  return { ja: texts.ja['']?.label ?? words.ja, en: texts.en['']?.label ?? words.en }
}

/** Where a block is added: at the end of the selected step, group or list, else after the selected question. */
function placeFor(tree: readonly FormNode[], selected: FormNode): { parent: FormNode; after?: string } {
  // A question of one row is a column of them all.
  const [row] = isTable(selected) ? rowsOf(selected) : []
  if (row) return { parent: row }
  if (selected.kind === 'step' || selected.kind === 'list' || selected.kind === 'group') return { parent: selected }
  const parent = pathToNode(tree, selected.path).at(-2)
  return parent ? { parent, after: selected.name } : { parent: selected }
}

type Variants = { [language in Language]?: string }

type Words = { ja: string; en: string; name: string; variants: Variants }

/** A text in the languages that may lack it; a blank one is not written. */
function setVariants(files: FormFiles, pointer: string, variants: Variants): FormFiles {
  return languages.reduce((result, language) => {
    const text = variants[language]?.trim() ?? ''
    return text === '' ? result : setText(result, language, pointer, text)
  }, files)
}

type WordsProps = {
  /** The further languages in which the form has texts. */
  variantLanguages: readonly Language[]
  say: Say
  /** What the words are, and that they are missing. */
  label: string
  missing: string
  initial: { ja: string; en: string }
  /** An unused name for a label. */
  proposed: (ja: string) => string
  isFree: (name: string) => boolean
  onBack: () => void
  onDone: (words: Words) => void
}

function WordsForm({ variantLanguages, say, label, missing, initial, proposed, isFree, onBack, onDone }: WordsProps) {
  const [ja, setJa] = useState(initial.ja)
  const [ownEn, setOwnEn] = useState<string | null>(null)
  const [variants, setWords] = useState<Variants>({})
  // The English text of a question with another Japanese text would be a wrong translation.
  const en = ownEn ?? (ja === initial.ja ? initial.en : '')
  const [ownName, setOwnName] = useState<string | null>(null)
  const shownName = ownName ?? proposed(ja)
  const name = typedId(shownName)
  const isName = isQuestionName(name) && isFree(name)
  const isReady = ja.trim() !== '' && isName
  const [isAsked, setIsAsked] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsked(true)
        if (isReady) onDone({ ja: ja.trim(), en: en.trim() === '' ? ja.trim() : en.trim(), name, variants })
      }}
    >
      <Stack>
        <TextInput
          label={label}
          value={ja}
          data-autofocus
          ref={focusAtFirst}
          error={isAsked && ja.trim() === '' && missing}
          onChange={({ currentTarget }) => setJa(currentTarget.value)}
        />
        {variantLanguages.map((language) => (
          <TextInput
            key={language}
            lang={spokenLanguage(language)}
            label={titleIn(language, label, say)}
            value={variants[language] ?? ''}
            onChange={({ currentTarget }) => setWords({ ...variants, [language]: currentTarget.value })}
          />
        ))}
        <TextInput
          lang="en"
          label={titleIn('en', label, say)}
          value={en}
          onChange={({ currentTarget }) => setOwnEn(currentTarget.value)}
        />
        <TextInput
          label={say('add.name')}
          description={say('add.nameHelp')}
          value={shownName}
          error={!isName && say(name.trim() === '' ? 'add.nameEmpty' : 'add.nameError')}
          onChange={({ currentTarget }) => setOwnName(currentTarget.value)}
          {...idInputProps(setOwnName)}
        />
        <Group>
          <Button type="submit">{say('add.done')}</Button>
          <Button variant="default" onClick={onBack}>
            {say('back')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
