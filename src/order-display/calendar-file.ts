/** An event in the calendar of Japan. */
export type CalendarEvent = {
  id: string
  day: string
  /** `10:30`; without it, the event takes the whole day. */
  time?: string
  title: string
  note: string
}

/** The content of an iCalendar file with one event (RFC 5545), as the calendars of phones and desktops import it. */
export function calendarFile({ id, day, time, title, note }: CalendarEvent, now: number): string {
  const start = time === undefined ? `;VALUE=DATE:${day.replaceAll('-', '')}` : `:${utc(Date.parse(tokyo(day, time)))}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tenant-portal//JA',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART${start}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(note)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function utc(moment: number): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')
}

function tokyo(day: string, time: string): string {
  return `${day}T${time}:00+09:00`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n?|\n/g, String.raw`\n`)
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
