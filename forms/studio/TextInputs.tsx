import { Textarea, TextInput } from '@mantine/core'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import type { Language } from '../../src/lib/language.ts'
import { readText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { editedLanguages } from '../edit/form-files.ts'
import { titleIn } from './studio-texts.ts'
import type { Say } from './studio-texts.ts'
import type { Content } from '../../src/ui/elements.ts'

type Props = {
  files: FormFiles
  say: Say
  pointer: string
  title: string
  /** Without them, those in which the form is written. */
  languages?: readonly Language[]
  isLong?: boolean
  /** What the input of a language has besides, with its present text. */
  more?: (language: Language, text: string) => { placeholder?: string; description?: string; error?: Content }
  onWrite: (language: Language, text: string) => void
}

/** A text of the form in each language. */
export function TextInputs({ files, say, pointer, title, languages, isLong = false, more, onWrite }: Props) {
  const Input = isLong ? Textarea : TextInput
  return (languages ?? editedLanguages(files)).map((language) => {
    const text = readText(files, language, pointer)
    return (
      <Input
        key={language}
        lang={spokenLanguage(language)}
        label={titleIn(language, title, say)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={text}
        onChange={({ currentTarget }) => onWrite(language, currentTarget.value)}
        {...(isLong ? { autosize: true, minRows: 1 } : {})}
        {...more?.(language, text)}
      />
    )
  })
}
