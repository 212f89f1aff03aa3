/** An event of a whole day in the calendar of Japan. */
export type CalendarDay = { id: string; day: string; title: string; note: string }

/** The content of an iCalendar file with one event (RFC 5545), as the calendars of phones and desktops import it. */
export function calendarFile({ id, day, title, note }: CalendarDay, now: number): string {
  const stamp = `${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tenant-portal//JA',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(note)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`)
}

const maxLineBytes = 75

/** Lines have at most 75 bytes. A longer one continues after a line break and a space, and no character is split. */
function folded(line: string): string {
  let result = ''
  let bytes = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > maxLineBytes) {
      result += '\r\n '
      bytes = 1
    }
    result += character
    bytes += size
  }
  return result
}

/** Saves the file, which the device opens with its calendar. */
export function saveCalendarFile(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
