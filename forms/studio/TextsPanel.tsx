import { Table, Text, TextInput } from '@mantine/core'
import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { readText, setText } from '../edit/commands.ts'
import type { FormFiles, TextLanguage } from '../edit/commands.ts'
import { JsonTextError, readValue } from '../edit/json-text.ts'
import type { Say } from './studio-texts.ts'

type Props = { files: FormFiles; say: Say; onChange: (title: string, command: (files: FormFiles) => FormFiles) => void }

const languages: readonly TextLanguage[] = ['ja', 'en']

/** Every text of the form in both languages side by side; those that one language lacks come first. */
export function TextsPanel({ files, say, onChange }: Props) {
  const pointers = [...new Set(languages.flatMap((language) => pointersOf(files[`texts.${language}.json`] ?? '{}')))]
  const isMissing = (pointer: string) => languages.some((language) => readText(files, language, pointer) === '')
  const sorted = [...pointers.filter(isMissing), ...pointers.filter((pointer) => !isMissing(pointer))]
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="26%">{say('texts.place')}</Table.Th>
          <Table.Th>{say('texts.ja')}</Table.Th>
          <Table.Th>{say('texts.en')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sorted.map((pointer) => {
          const place = segmentsOf(pointer).join(' › ')
          return (
            <Table.Tr key={pointer}>
              <Table.Td>
                <Text size="xs">{place}</Text>
              </Table.Td>
              {languages.map((language) => (
                <Table.Td key={language}>
                  <TextInput
                    lang={language}
                    aria-label={`${place} ${say(`texts.${language}`)}`}
                    value={readText(files, language, pointer)}
                    onChange={({ currentTarget }) => {
                      const { value } = currentTarget
                      onChange(say('changed.text', { name: place, title: say(`texts.${language}`) }), (before) =>
                        setText(before, language, pointer, value),
                      )
                    }}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

function pointersOf(text: string): string[] {
  try {
    return stringsIn(readValue(text, ''), '')
  } catch (cause) {
    // The findings include a file that is not valid JSON.
    if (cause instanceof JsonTextError) return []
    throw cause
  }
}

function stringsIn(value: unknown, pointer: string): string[] {
  if (typeof value === 'string') return pointer === '/$schema' ? [] : [pointer]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => stringsIn(inner, joinPointer(pointer, key)))
}
