import { useText } from '../../i18n/use-text.ts'
import { formatPhone } from '../../lib/japanese.ts'
import { useOptionalTenant } from '../../tenant/tenant-context.tsx'
import { safeLink } from '../../tenant/tenant-theme.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import styles from './PageFooter.module.css'
import { inPhrases } from '../../ui/phrases.ts'
import type { Content } from '../../ui/elements.ts'

/** Contact and legal links of the tenant, and the language. */
export function PageFooter() {
  const t = useText('common')
  const tenant = useOptionalTenant()
  const { contact, links } = tenant?.info.branding ?? {}
  const pages = [
    { label: t('footer.terms'), href: safeLink(links?.terms) },
    { label: t('footer.privacy'), href: safeLink(links?.privacy) },
    { label: t('footer.accessibility'), href: safeLink(links?.accessibility) },
  ].filter((page): page is { label: string; href: string } => page.href !== null)
  return (
    <footer className={styles.footer} aria-label={t('footer.label')}>
      <div className={styles.inner}>
        {contact && (
          <section className={styles.contact}>
            <h2 className={styles.heading}>{inPhrases(t('footer.contact'))}</h2>
            <p className={styles.name}>{tenant?.displayName}</p>
            <dl className={styles.ways}>
              {contact.phone !== undefined && (
                <Way term={t('footer.phone')}>
                  <a href={`tel:${contact.phone}`}>{formatPhone(contact.phone)}</a>
                </Way>
              )}
              {contact.email !== undefined && (
                <Way term={t('footer.email')}>
                  <a href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`}>{contact.email}</a>
                </Way>
              )}
              {contact.hours !== undefined && <Way term={t('footer.hours')}>{contact.hours}</Way>}
            </dl>
          </section>
        )}
        <div className={styles.rest}>
          {pages.length > 0 && (
            <ul className={styles.links}>
              {pages.map(({ label, href }) => (
                <li key={label}>
                  <a href={href} rel="noreferrer">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  )
}

function Way({ term, children }: { term: string; children: Content }) {
  return (
    <div className={styles.way}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
