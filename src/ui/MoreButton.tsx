import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import styles from './MoreButton.module.css'

type Props = {
  busy: boolean
  /** The last page did not come; what is shown stays, the button tries again. */
  failed: boolean
  onPress: () => void
  texts: { more: string; loading: string; failed: string }
}

/** Loads the next page of a list below the ones that are there. */
export function MoreButton({ busy, failed, onPress, texts }: Props) {
  return (
    <div className={styles.more}>
      {failed && (
        <Notice tone="danger" role="alert">
          {texts.failed}
        </Notice>
      )}
      <Button variant="secondary" busy={busy} onClick={onPress}>
        {busy ? texts.loading : texts.more}
      </Button>
    </div>
  )
}
