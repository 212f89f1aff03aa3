import { Button, Table, Text, Textarea } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { aboutPlaces } from '../edit/about-texts.ts'
import { readText, setText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { isTextMissing, textPlaces } from '../spreadsheets/text-table.ts'
import { textPlaceWords } from '../spreadsheets/text-place.ts'
import { ReplaceWords } from './ReplaceWords.tsx'
import css from './Studio.module.css'
import { TableButtons } from './spreadsheets/TableButtons.tsx'
import type { TextToWrite } from './form-places.ts'
import type { PanelProps } from './part-props.ts'

type Props = PanelProps & {
  usedNames: () => UsedNames
  /** Shows where residents see a text. */
  onShow: (pointer: string) => void
  /** The text of a finding, which is written next. */
  toWrite: TextToWrite | null
}

/**
 * Every text of the form, all languages side by side. Texts that are missing in a language when the table is opened
 * come first: a row must not leave its place while the author writes in it.
 */
export function TextsPanel({ files, language, say, onChange, usedNames, onShow, toWrite }: Props) {
  const pointers = textPlaces(files)
  const words = textPlaceWords(files, language)
  const [missing] = useState(() => new Set(pointers.filter((pointer) => isTextMissing(files, pointer))))
  const rows = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const inputs = [...(rows.current?.querySelectorAll<HTMLElement>('textarea') ?? [])]
    const wanted = inputs.filter(({ dataset }) => toWrite !== null && dataset.pointer?.startsWith(toWrite.pointer))
    const found = wanted.find(({ dataset }) => dataset.language === toWrite?.language) ?? wanted[0]
    found?.scrollIntoView({ block: 'center' })
    found?.focus()
  }, [toWrite])
  const sorted = pointers.toSorted((a, b) => Number(missing.has(b)) - Number(missing.has(a)))
  return (
    <>
      <ReplaceWords files={files} say={say} onChange={onChange} />
      <TableButtons files={files} language={language} say={say} onChange={onChange} usedNames={usedNames} />
      <Table layout="fixed" className={css.rows ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="26%">{say('texts.place')}</Table.Th>
            {languages.map((column) => (
              <Table.Th key={column}>{say(`texts.${column}`)}</Table.Th>
            ))}
            <Table.Th w="5rem">{say('texts.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={rows}>
          {sorted.map((pointer) => (
            <TextRow
              key={pointer}
              pointer={pointer}
              place={words(pointer)}
              {...textsAt(files, pointer)}
              say={say}
              onChange={onChange}
              onShow={onShow}
            />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

type TextsAt = { [language in Language]: string }

function textsAt(files: FormFiles, pointer: string): TextsAt {
  return Object.fromEntries(languages.map((language) => [language, readText(files, language, pointer)])) as TextsAt
}

type RowProps = Pick<Props, 'say' | 'onChange' | 'onShow'> & TextsAt & { pointer: string; place: string }

/** A large form has hundreds of texts, of which a keystroke changes one. */
const TextRow = memo(function TextRow({ pointer, place, say, onChange, onShow, ...texts }: RowProps) {
  const hasLines = aboutPlaces.includes(pointer) && pointer !== '/about/minutes'
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="xs">{place}</Text>
      </Table.Td>
      {languages.map((language) => (
        <Table.Td key={language} data-label={say(`texts.${language}`)}>
          <Textarea
            rows={1}
            classNames={{ input: css.text ?? '' }}
            lang={spokenLanguage(language)}
            data-pointer={pointer}
            data-language={language}
            aria-label={`${place} ${say(`texts.${language}`)}`}
            value={texts[language]}
            onKeyDown={(event) => {
              // Few texts may have several lines; in the others the key is usually a habit from spreadsheets.
              if (!hasLines && event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing)
                event.preventDefault()
            }}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget
              onChange(say('changed.text', { name: place, title: say(`texts.${language}`) }), (before) =>
                setText(before, language, pointer, value),
              )
            }}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <Button
          size="compact-md"
          variant="default"
          aria-label={say('texts.showOf', { name: place })}
          onClick={() => onShow(pointer)}
        >
          {say('show')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
})
