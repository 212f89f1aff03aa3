import { Breadcrumbs, Button, Fieldset, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { RemoveButton } from './shell/RemoveButton.tsx'
import { useRef, useState } from 'react'
import type { Ref } from 'react'
import { segmentsOf } from '../../form-model/pointer.ts'
import {
  addChoice,
  choiceName,
  choicesOf,
  readText,
  setChoices,
  setRequired,
  setText,
  textPointer,
} from '../edit/commands.ts'
import type { Choice, FormFiles } from '../edit/commands.ts'
import { followLimits } from '../edit/limit-samples.ts'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { isComplete } from '../source/complete-languages.ts'
import type { Language } from '../../src/lib/language.ts'
import { isToolLanguage } from '../source/tool-languages.ts'
import { conditionFields } from '../edit/answer-condition.ts'
import { editedLanguages } from '../edit/form-files.ts'
import { isQuestion } from '../edit/form-tree.ts'
import type { FormNode, NodeKind } from '../edit/form-tree.ts'
import { probableField, requiredCondition, requiredContext, setRequiredCondition } from '../edit/question-condition.ts'
import { partWords } from '../edit/part-words.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { blockOf, titleWords } from '../edit/blocks.ts'
import { ChoiceMover, useChoiceOrder } from './ChoiceOrder.tsx'
import { ComparisonFields } from './ComparisonFields.tsx'
import { DecimalFields } from './DecimalFields.tsx'
import { KindField } from './KindField.tsx'
import { DataNames } from './DataNames.tsx'
import { LimitFields } from './LimitFields.tsx'
import { propertiesId } from './part-props.ts'
import type { Change, PartProps } from './part-props.ts'
import { PasteChoices } from './PasteChoices.tsx'
import { PictureField } from './PictureField.tsx'
import { ShapeFields } from './ShapeFields.tsx'
import { TableFields } from './TableFields.tsx'
import css from './Studio.module.css'
import { ConditionEditor } from './ConditionEditor.tsx'
import { TextInputs } from './TextInputs.tsx'
import { ShownCondition } from './ShownCondition.tsx'
import { answersIn, conditionText, trailLabel } from './form-places.ts'
import type { Direction } from './form-places.ts'
import { ReuseFields } from './ReuseFields.tsx'
import { YesNoLabels } from './YesNoLabels.tsx'
import { titleIn } from './studio-texts.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'

type Props = {
  ref?: Ref<HTMLElement> | undefined
  files: FormFiles
  tree: readonly FormNode[]
  language: StudioLanguage
  node: FormNode
  /** The nodes from the step to the selected node. */
  trail: readonly FormNode[]
  label: (path: string) => string
  say: Say
  /** Names that other questions and choices have or had. */
  usedNames: () => UsedNames
  publishedNames: () => UsedNames
  onChange: Change
  onRename: (path: string, name: string) => void
  onMove: (path: string, direction: Direction) => void
  onPlace: () => void
  onCopy: (path: string) => void
  onRemove: (path: string) => void
  onRemoveChoice: (path: string, value: string) => void
  /** Moves a question into a step of its own. */
  onSplit: (path: string) => void
  /** Shows the node in the JSON editor. */
  onJson: () => void
}

const withExample: ReadonlySet<NodeKind> = new Set(['text', 'lines', 'other'])
const withChoices: ReadonlySet<NodeKind> = new Set(['choice', 'choices'])

/** Edits the properties of one step or question. Each typed character is one change, so it can be undone. */
export function PropertiesPanel({
  ref,
  files,
  tree,
  language,
  node,
  trail,
  label,
  say,
  usedNames,
  publishedNames,
  onChange,
  onRename,
  onMove,
  onPlace,
  onCopy,
  onRemove,
  onRemoveChoice,
  onSplit,
  onJson,
}: Props) {
  const isStep = node.kind === 'step'
  const name = label(node.path)
  const shared = { files, node, say, name, onChange }
  const needed = requiredCondition(files, node.path)
  const answersOf = (field: FormNode) => answersIn(files, field, say)
  const others = conditionFields(tree).filter(({ path }) => path !== node.path)
  const longLabel = (path: string) => trailLabel(files, tree, path)
  const block = blockOf(node)
  return (
    <section ref={ref} id={propertiesId} className={css.properties ?? ''} aria-labelledby="properties">
      <Breadcrumbs mb="xs" className={css.breadcrumbs ?? ''}>
        {trail.map((part) => (
          <Text key={part.path} size="sm" lineClamp={2} className={css.trail ?? ''}>
            {label(part.path)}
          </Text>
        ))}
      </Breadcrumbs>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="properties">
          {block ? titleWords(block)[language] : say(`kind.${node.kind}`)}
        </Title>
        <Group gap="xs">
          <Button variant="default" size="compact-md" onClick={() => onMove(node.path, 'up')}>
            {say('up')}
          </Button>
          <Button variant="default" size="compact-md" onClick={() => onMove(node.path, 'down')}>
            {say('down')}
          </Button>
          <Button variant="default" size="compact-md" onClick={onPlace}>
            {say('move')}
          </Button>
          <Button variant="default" size="compact-md" onClick={() => onCopy(node.path)}>
            {say('copy')}
          </Button>
          <Button variant="default" size="compact-md" onClick={onJson}>
            {say('json.show')}
          </Button>
          <Button variant="outline" color="var(--studio-error)" size="compact-md" onClick={() => onRemove(node.path)}>
            {say('remove')}
          </Button>
        </Group>
      </Group>
      <Stack gap="sm">
        <TextPair {...shared} textKey="label" title={say(isStep ? 'step.title' : 'label')} />
        <TextPair {...shared} textKey="help" title={say(isStep ? 'step.description' : 'help')} long />
        <PictureField {...shared} />
        {node.kind === 'info' && <TextPair {...shared} textKey="table" title={say('info.table')} long />}
        {(withExample.has(node.kind) || partWords(node)?.ja.example !== undefined) && (
          <TextPair {...shared} textKey="example" title={say('example')} />
        )}
        {node.kind === 'number' && <TextPair {...shared} textKey="unit" title={say('unit')} />}
        {node.kind === 'list' && <TextPair {...shared} textKey="item" title={say('item')} />}
        {!isStep && node.kind !== 'info' && (
          <Switch
            label={say('required')}
            checked={node.required}
            onChange={({ currentTarget }) => {
              const { checked } = currentTarget
              onChange(say(checked ? 'changed.required' : 'changed.optional', { name }), (before) =>
                setRequired(before, node, checked),
              )
            }}
          />
        )}
        <KindField {...shared} />
        <TableFields {...shared} usedNames={usedNames} />
        <ShapeFields {...shared} />
        <DecimalFields {...shared} />
        <LimitFields {...shared} tree={tree} label={longLabel} />
        <ComparisonFields {...shared} tree={tree} label={longLabel} />
        {node.kind === 'yes-no' && <YesNoLabels {...shared} />}
        {withChoices.has(node.kind) && (
          <Choices
            {...shared}
            {...{ usedNames, publishedNames }}
            onRemove={(value) => onRemoveChoice(node.path, value)}
          />
        )}
        <ShownCondition {...{ files, tree, node, language, say, name, onChange, onSplit }} label={longLabel} />
        {!isStep && !node.required && !segmentsOf(node.path).includes('[]') && isQuestion(node) && (
          <ConditionEditor
            legend={say('condition.required')}
            without={say('condition.optional')}
            schema={needed}
            context={requiredContext(tree, node.path)}
            words={needed && conditionText(files, tree, needed.schema, needed.base, language)}
            fields={others}
            proposed={probableField(tree, others, node.path)}
            label={longLabel}
            answersOf={answersOf}
            say={say}
            onChange={(next) =>
              onChange(say('changed.condition', { name }), (before) => setRequiredCondition(before, node.path, next))
            }
          />
        )}
        <ReuseFields {...shared} />
        <DataNames
          {...{ files, node, name, say, usedNames, publishedNames, onChange, onRename }}
          group={trail.at(-2)}
        />
      </Stack>
    </section>
  )
}

function TextPair({
  files,
  node,
  say,
  name,
  onChange,
  textKey,
  title,
  long = false,
}: PartProps & { textKey: 'label' | 'help' | 'table' | 'example' | 'unit' | 'item'; title: string; long?: boolean }) {
  const pointer = textPointer(node, textKey)
  const inherited = partWords(node)
  return (
    <Group grow align="end">
      <TextInputs
        {...{ files, say, pointer, title }}
        isLong={long}
        // A shared part has words of its own until the form replaces them, and a variant those of its language.
        more={(language) => ({
          placeholder: isToolLanguage(language)
            ? (inherited?.[language][textKey] ?? '')
            : readText(files, 'ja', pointer),
        })}
        onWrite={(language, text) =>
          onChange(say('changed.text', { name, title }), (before) => setText(before, language, pointer, text))
        }
      />
    </Group>
  )
}

type ChoicesProps = PartProps & {
  usedNames: () => UsedNames
  /** The names in published versions: saved drafts contain them. */
  publishedNames: () => UsedNames
  onRemove: (value: string) => void
}

function Choices({ usedNames, publishedNames, onRemove, ...props }: ChoicesProps) {
  const { files, node, say, name, onChange } = props
  const choices = choicesOf(files, node)
  const order = useChoiceOrder(props)
  const published = publishedNames()
  const isPublished = ({ value }: Choice) => published.has(JSON.stringify([node.path, value]))
  const set = (next: readonly Choice[]) =>
    onChange(say('changed.choices', { name }), (before) => followLimits(setChoices(before, node, next), node.path))
  const edit = (index: number, change: Partial<Choice>) =>
    set(choices.map((choice, at) => (at === index ? { ...choice, ...change } : choice)))
  return (
    <Fieldset legend={say('choices')}>
      {choices.some(isPublished) && (
        <Text size="sm" mb="xs">
          {say('choices.published')}
        </Text>
      )}
      <Stack gap="sm">
        {choices.map((choice, index) => (
          <div key={choice.value} className={css.choice} {...order.row(index)}>
            <Group grow gap="xs">
              {editedLanguages(files).map((language) => (
                <TextInput
                  key={language}
                  lang={spokenLanguage(language)}
                  aria-label={titleIn(language, say('choice.label', { number: index + 1 }), say)}
                  value={choice[language] ?? ''}
                  placeholder={isComplete(language) ? '' : choice.ja}
                  onChange={({ currentTarget }) => edit(index, { [language]: currentTarget.value })}
                />
              ))}
            </Group>
            <Group gap="xs" mt={4}>
              <ChoiceMover order={order} index={index} label={choiceName(choice)} say={say} />
              <Text size="xs" c="dimmed" className={css.value ?? ''}>
                {say(isPublished(choice) ? 'choice.valuePublished' : 'choice.value', { value: choice.value })}
              </Text>
              <RemoveButton
                say={say}
                label={say('choice.remove', { name: choiceName(choice) })}
                isDisabled={choices.length < 2}
                onClick={() => onRemove(choice.value)}
              />
            </Group>
          </div>
        ))}
      </Stack>
      <NewChoice
        languages={editedLanguages(files)}
        say={say}
        onAdd={(words) => {
          const used = usedNames()
          onChange(say('changed.choices', { name }), (before) =>
            followLimits(addChoice(before, node, words, used), node.path),
          )
        }}
      />
      <PasteChoices {...props} usedNames={usedNames} />
    </Fieldset>
  )
}

type Words = Omit<Choice, 'value'>

/** Without what is blank. */
function writtenWords(words: Words): Partial<Words> {
  const written = Object.entries(words).map(([language, text]) => [language, text.trim()] as const)
  return Object.fromEntries(written.filter(([, text]) => text !== ''))
}

type NewChoiceProps = { languages: readonly Language[]; say: Say; onAdd: (words: Words) => void }

/** The words come first: the value in the data is made from them. */
function NewChoice({ languages, say, onAdd }: NewChoiceProps) {
  const [words, setWords] = useState<Words>({ ja: '', en: '' })
  const [isMissing, setIsMissing] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // The next choice begins there, as does the correction of a missing text.
        first.current?.focus()
        const { ja = '', en = '', ...variants } = writtenWords(words)
        setIsMissing(ja === '')
        if (ja === '') return
        onAdd({ ...variants, ja, en: en === '' ? ja : en })
        setWords({ ja: '', en: '' })
      }}
    >
      <Group align="end" gap="xs" mt="xs">
        {languages.map((language) => (
          <TextInput
            key={language}
            lang={spokenLanguage(language)}
            label={titleIn(language, say('choice.newLabel'), say)}
            value={words[language] ?? ''}
            onChange={({ currentTarget }) => {
              setIsMissing(false)
              setWords({ ...words, [language]: currentTarget.value })
            }}
            {...(language === 'ja' ? { ref: first, error: isMissing && say('choice.newMissing') } : {})}
          />
        ))}
        <Button type="submit" variant="light" size="compact-md">
          {say('choice.add')}
        </Button>
      </Group>
    </form>
  )
}
