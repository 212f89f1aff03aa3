import '@mantine/core/styles.css'
import { Button, Checkbox, Fieldset, Group, MantineProvider, NativeSelect, Radio, TextInput } from '@mantine/core'
import { memo } from 'react'
import { createRoot } from 'react-dom/client'
import { BaselineForm, inputTypes } from './baseline-form.tsx'
import type { BaselineFieldProps, BaselineParts } from './baseline-form.tsx'

/** The hand-written form with a library of styled controls, as in most portals: the baseline for typing. */
const Field = memo(function Field({ name, field, error, onBlur, onToggle }: BaselineFieldProps) {
  const common = { id: name, name, label: field.title, error, required: field.required }
  switch (field.kind) {
    case 'select':
      return <NativeSelect {...common} data={['', ...(field.options ?? [])]} onBlur={() => onBlur(name)} />
    case 'radio':
      return (
        <Radio.Group {...common}>
          <Group>
            {field.options?.map((option) => (
              <Radio key={option} value={option} label={option} />
            ))}
          </Group>
        </Radio.Group>
      )
    case 'checkbox':
      return <Checkbox {...common} onChange={({ target }) => onToggle?.(target.checked)} />
    case 'text':
    case 'email':
    case 'integer':
    case 'date':
      return (
        <TextInput
          {...common}
          type={inputTypes[field.kind] ?? 'text'}
          maxLength={field.maxLength}
          onBlur={() => onBlur(name)}
        />
      )
  }
})

const parts: BaselineParts = {
  Field,
  Group: ({ legend, children }) => (
    <Fieldset className="section" legend={legend}>
      {children}
    </Fieldset>
  ),
  Submit: ({ children }) => <Button type="submit">{children}</Button>,
}

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no #root')
createRoot(place).render(
  <MantineProvider>
    <BaselineForm {...parts} />
  </MantineProvider>,
)
