// What the build tool puts in place of these names.
declare const ENGINE: string
declare const WORKER: string
declare const GOLF: string
declare const GOLF_STYLE: string
declare const FILES: string[]
declare const VERSION: string

declare module 'birdie:texts/en' {
  const texts: Record<string, string | [string, string]>
  export default texts
}
declare module 'birdie:texts/de' {
  const texts: Record<string, string | [string, string]>
  export default texts
}
declare module 'birdie:presets' {
  const presets: { id: string; rules: string }[]
  export default presets
}
declare module 'birdie:indices' {
  const indices: Record<'en' | 'de', Record<string, string>>
  export default indices
}
declare module 'birdie:go' {}
declare module '*.css' {}
declare module 'birdie:rules/en' {
  const pages: Record<string, import('./views/learn').Page>
  export default pages
}
declare module 'birdie:rules/de' {
  const pages: Record<string, import('./views/learn').Page>
  export default pages
}
declare module 'birdie:tabletexts/en' {
  const texts: Record<string, string | [string, string]>
  export default texts
}
declare module 'birdie:tabletexts/de' {
  const texts: Record<string, string | [string, string]>
  export default texts
}
declare module 'birdie:tablerules/en' {
  const pages: Record<string, import('./views/learn').Page>
  export default pages
}
declare module 'birdie:tablerules/de' {
  const pages: Record<string, import('./views/learn').Page>
  export default pages
}
declare module 'birdie:golf' {
  const golf: {
    presets: { id: string; rules: Record<string, string>; low: number; high: number }[]
    options: { id: string; words: string[] | null; low: number; high: number }[]
    bots: { id: string; temperament: boolean }[]
    phrases: string[]
  }
  export default golf
}
