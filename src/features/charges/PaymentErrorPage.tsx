import { ResultPage } from './ResultPage.tsx'

export { resultLoader as loader } from './result-loader.ts'

export function Component() {
  return <ResultPage back="error" of="charge" />
}
