import { inLanguage } from '../../../../form-model/language-tag.ts'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { AddressFields } from '../../../fields/AddressFields.tsx'
import { BirthDateInputs } from '../../../fields/BirthDateInputs.tsx'
import { CheckedForm } from '../../../fields/CheckedForm.tsx'
import { FormErrors, textOf } from '../../../fields/FormErrors.tsx'
import { LookUpLine } from '../../../fields/LookUpLine.tsx'
import { TidyTextField } from '../../../fields/TidyTextField.tsx'
import type { Language } from '../../../lib/language.ts'
import { paths } from '../../../paths.ts'
import { BaseIcon, criticalShapes } from '../../../ui/BaseIcon.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { Icon, ResultIcon } from '../../../ui/Icon.tsx'
import { BackLink, LinkButton } from '../../../ui/Links.tsx'
import { MetaLine } from '../../../ui/MetaLine.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx'
import { FieldErrorText, FieldShell } from '../../../ui/fields/FieldShell.tsx'
import { controlClass } from '../../../ui/fields/control.ts'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'

const words = {
  ja: {
    label: '建物名',
    long: 'マンションやアパートにお住まいのかたは、建物の名前と部屋の番号を省略しないで入力してください',
    help: '例：みなとハイツ101',
    error: '入力してください。',
    button: '保存する',
  },
  en: {
    label: 'Building',
    long: 'If you live in an apartment building, enter its full name and the number of your apartment or room',
    help: 'Example: Minato Heights 101',
    error: 'Enter a value.',
    button: 'Save',
  },
}

/** A text that needs several lines on a phone. */
export function longText(language: Language): string {
  return inLanguage(words, language).long
}

/** Every component of `ui/` and `fields/` by its name, in each of its states by the name of the state. */
export type Examples = Record<string, Record<string, ReactElement>>

export function examples(language: Language): Examples {
  const { label, long, help, error, button } = inLanguage(words, language)
  /** The states that every field has. */
  const field = {
    optional: { label, help, required: false },
    required: { label, help, required: true },
    error: { label, help, error, required: true },
    disabled: { label, help, disabled: true, required: false },
    'long text': { label: long, help: long, error: long, required: true },
  }
  const eachField = (
    draw: (props: (typeof field)[keyof typeof field] & { id: string }) => ReactElement,
    name: string,
  ) =>
    Object.fromEntries(
      Object.entries(field).map(([state, props]) => [
        state,
        draw({ ...props, id: `${name}-${state.replace(' ', '-')}` }),
      ]),
    )
  const each = <Value extends string>(values: readonly Value[], draw: (value: Value) => ReactElement) =>
    Object.fromEntries(values.map((value) => [value, draw(value)]))
  const options = [
    { value: 'first', label },
    { value: 'second', label: long },
    { value: 'third', label: help, disabled: true },
  ] as const
  const to = paths.login('minato-city')
  const more = { more: button, loading: help, failed: error }
  return {
    BackLink: { normal: <BackLink to={to}>{label}</BackLink>, 'long text': <BackLink to={to}>{long}</BackLink> },
    BaseIcon: {
      normal: <BaseIcon shape={criticalShapes.info} />,
      round: <BaseIcon shape={criticalShapes.info} round />,
    },
    Button: {
      ...each(['primary', 'secondary', 'text', 'danger'], (variant) => <Button variant={variant}>{button}</Button>),
      busy: <Button busy>{button}</Button>,
      wide: <Button wide>{button}</Button>,
      'long text': <Button>{long}</Button>,
    },
    CopyButton: { normal: <CopyButton value={label} /> },
    DescriptionList: {
      normal: <DescriptionList items={[{ term: label, description: help }]} />,
      'long text': <DescriptionList items={[{ term: long, description: long }]} />,
    },
    Dialog: { closed: <Opened title={label} body={long} button={button} /> },
    EmptyState: { normal: <EmptyState title={label} />, action: <EmptyState title={long} action={<p>{help}</p>} /> },
    Folded: {
      closed: (
        <Folded title={label} open={false} onToggle={() => undefined}>
          <p>{help}</p>
        </Folded>
      ),
      open: (
        <Folded title={long} open onToggle={() => undefined}>
          <p>{long}</p>
        </Folded>
      ),
    },
    Icon: { normal: <Icon name="document" />, round: <Icon name="document" round /> },
    ResultIcon: each(['info', 'success', 'warning', 'danger', 'neutral', 'tenant'], (tone) => (
      <ResultIcon icon="document" tone={tone} />
    )),
    LinkButton: {
      ...each(['primary', 'secondary', 'text', 'danger'], (variant) => (
        <LinkButton to={to} variant={variant}>
          {button}
        </LinkButton>
      )),
      'long text': <LinkButton to={to}>{long}</LinkButton>,
    },
    MetaLine: {
      normal: (
        <MetaLine>
          <span>{label}</span>
          <span>{help}</span>
        </MetaLine>
      ),
    },
    MoreButton: {
      normal: <MoreButton busy={false} failed={false} onClick={nothing} texts={more} />,
      busy: <MoreButton busy failed={false} onClick={nothing} texts={more} />,
      error: <MoreButton busy={false} failed onClick={nothing} texts={more} />,
    },
    Notice: {
      ...each(['info', 'success', 'warning', 'danger'], (tone) => (
        <Notice tone={tone} title={label}>
          <p>{help}</p>
        </Notice>
      )),
      'long text': (
        <Notice tone="info" title={long}>
          <p>{long}</p>
        </Notice>
      ),
    },
    PageTitle: { normal: <PageTitle title={label} lead={long} above={help} /> },
    Skeleton: { busy: <Skeleton lines={3} /> },
    StatusBadge: each(['info', 'success', 'warning', 'danger', 'neutral'], (tone) => (
      <StatusBadge tone={tone}>{label}</StatusBadge>
    )),
    VisuallyHidden: { normal: <VisuallyHidden>{label}</VisuallyHidden> },
    CheckboxField: eachField(({ required: _required, ...props }) => <CheckboxField {...props} />, 'checkbox'),
    ErrorSummary: {
      error: <ErrorSummary title={label} errors={[{ targetId: 'text-error', message: error }, { message: long }]} />,
    },
    FieldErrorText: { error: <FieldErrorText id="error-text" error={error} /> },
    FieldShell: eachField(
      (props) => (
        <FieldShell {...props} group>
          <p>{help}</p>
        </FieldShell>
      ),
      'shell',
    ),
    PasswordField: eachField((props) => <PasswordField {...props} autoComplete="new-password" />, 'password'),
    RadioGroup: eachField(
      (props) => <RadioGroup {...props} options={options} value="first" onChange={nothing} />,
      'radio',
    ),
    TextField: eachField((props) => <TextField {...props} />, 'text'),
    AddressFields: {
      optional: <Address error={undefined} idPrefix="address-" />,
      error: <Address error={error} idPrefix="address-error-" />,
    },
    BirthDateInputs: {
      normal: (
        <BirthDateInputs
          inputOf={(part) => ({ id: `birth-${part}`, defaultValue: '' })}
          era={help}
          describedBy={undefined}
        />
      ),
    },
    CheckedForm: {
      normal: (
        <CheckedForm
          className={undefined}
          read={(form) => textOf(form, 'checked')}
          check={(text) => [text === '' ? { targetId: 'checked', message: error } : null]}
          onSubmit={nothing}
        >
          {(messageOf) => (
            <>
              <TextField id="checked" name="checked" label={label} error={messageOf('checked')} required />
              <Button type="submit">{button}</Button>
            </>
          )}
        </CheckedForm>
      ),
    },
    FormErrors: { error: <FormErrors errors={[{ targetId: 'text-error', message: error }]} attempt={1} /> },
    LookUpLine: {
      normal: <LookUp label={label} id="look-up" />,
      'read only': <LookUp label={label} id="look-up-read-only" readOnly />,
    },
    TidyTextField: eachField((props) => <TidyTextField {...props} value="" onText={nothing} tidy={String} />, 'tidy'),
  }
}

function nothing(): void {
  // The examples only show the component.
}

function Opened({ title, body, button }: { title: string; body: ReactNode; button: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>{title}</Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        actions={<Button onClick={() => setOpened(false)}>{button}</Button>}
      >
        <p>{body}</p>
      </Dialog>
    </>
  )
}

const noAddress = { postalCode: '', prefecture: '', city: '', town: '', street: '', building: '' }

function Address({ error, idPrefix }: { error: string | undefined; idPrefix: string }) {
  const [texts, setTexts] = useState(noAddress)
  return (
    <AddressFields
      tenantId="minato-city"
      texts={texts}
      setTexts={(changes) => setTexts((before) => ({ ...before, ...changes }))}
      isRequired={(part) => part !== 'building'}
      messageOf={() => error}
      idPrefix={idPrefix}
    />
  )
}

function LookUp({ label, id, readOnly = false }: { label: string; id: string; readOnly?: boolean }) {
  const lookUp = { state: { kind: 'idle' } as const, onNumber: nothing, ask: () => false, choose: nothing }
  return (
    <LookUpLine subject="postal" lookUp={lookUp} number={() => ''} readOnly={readOnly}>
      <label>
        {label}
        <input type="text" id={id} readOnly={readOnly} className={controlClass('medium')} />
      </label>
    </LookUpLine>
  )
}
