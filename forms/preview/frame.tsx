import { renderFrame } from './render-frame.tsx'
import { allowTrustedTexts } from './trusted-texts.ts'

allowTrustedTexts()
await renderFrame()
