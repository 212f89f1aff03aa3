import path from 'node:path'
import { hasErrors } from '../source/finding.ts'
import { relativeToHere } from '../source/load-source.ts'
import { say } from '../source/messages.ts'
import { command, printProblems, sourcesIn } from './command.ts'

/** `check PATH… [--published OUT] [--fix]` */
export const check = command(['format', 'published', 'fix'], async (options, output) => {
  const { folders, services, tenants, schemas } = sourcesIn(options)
  const { published } = options
  const [{ checkForm, checkBareSchema }, { publishedDefinition }, { checkService }, { checkTenant }] =
    await Promise.all([
      import('../check/check-form.ts'),
      import('../build/publish-folder.ts'),
      import('../check/check-service.ts'),
      import('../check/check-tenant.ts'),
    ])
  if (options.fix === true) {
    const { fixForm } = await import('../fixes/fix-form.ts')
    for (const folder of folders) {
      const count = fixForm(folder)
      if (count > 0) output.err(say('fixed', options.lang, { folder: relativeToHere(folder), count }))
    }
  }
  const problems = [
    ...folders.flatMap(
      (folder) =>
        checkForm(
          folder,
          published === undefined ? {} : { published: (form) => publishedDefinition(path.resolve(published), form) },
        ).problems,
    ),
    ...services.flatMap((folder) => checkService(folder)?.problems ?? []),
    ...tenants.flatMap((folder) => checkTenant(folder)?.problems ?? []),
    ...schemas.flatMap((file) => checkBareSchema(file).problems),
  ]
  const findings = printProblems(problems, options, output)
  if (options.format === 'text') {
    const errors = findings.filter(({ severity }) => severity === 'error').length
    output.out(
      say('summary', options.lang, {
        files: folders.length + services.length + tenants.length + schemas.length,
        errors,
        warnings: findings.length - errors,
      }),
    )
  }
  return hasErrors(findings) ? 1 : 0
})
