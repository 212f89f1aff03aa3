import { memo } from 'react'
import { createRoot } from 'react-dom/client'
import { BaselineForm, inputTypes } from './baseline-form.tsx'
import type { BaselineFieldProps, BaselineParts } from './baseline-form.tsx'

/** Bare HTML controls in React: the baseline for loading. */
const Field = memo(function Field({ name, field, error, onBlur, onToggle }: BaselineFieldProps) {
  const message = error === undefined ? null : <p className="error">{error}</p>
  if (field.kind === 'radio')
    return (
      <fieldset>
        <legend>{field.title}</legend>
        {field.options?.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} />
            {option}
          </label>
        ))}
        {message}
      </fieldset>
    )
  return (
    <div>
      <label htmlFor={name}>{field.title}</label>
      {field.kind === 'select' ? (
        <select id={name} name={name} defaultValue="" onBlur={() => onBlur(name)}>
          <option value="">選択してください</option>
          {field.options?.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : field.kind === 'checkbox' ? (
        <input id={name} name={name} type="checkbox" onChange={({ target }) => onToggle?.(target.checked)} />
      ) : (
        <input
          id={name}
          name={name}
          type={inputTypes[field.kind] ?? 'text'}
          maxLength={field.maxLength}
          aria-invalid={error !== undefined}
          onBlur={() => onBlur(name)}
        />
      )}
      {message}
    </div>
  )
})

const parts: BaselineParts = {
  Field,
  Group: ({ legend, children }) => (
    <fieldset className="section">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  ),
  Submit: ({ children }) => <button type="submit">{children}</button>,
}

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no #root')
createRoot(place).render(<BaselineForm {...parts} />)
