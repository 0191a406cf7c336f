import sharp from 'sharp'

/** A portrait of an abstract person, different for each seed. PNG bytes. */
export function portrait(seed: number): Promise<Buffer> {
  const hue = (seed * 47) % 360
  const skin = ['#f2d3bd', '#e0ac83', '#c68a5e', '#94613c', '#6d4328', '#f7dfcf'][seed % 6]
  const hair = ['#2b2118', '#5a3a22', '#a8672f', '#d9b26b', '#7c7f86', '#3b2a4a'][(seed * 5) % 6]
  const shirt = `hsl(${(hue + 150) % 360} 42% 46%)`
  const longHair =
    seed % 3 === 0 ? `<rect x="76" y="88" width="104" height="96" rx="44" fill="${hair}"/>` : ''
  return drawing(`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 55% 82%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 48% 66%)"/>
    </linearGradient></defs>
    <rect width="256" height="256" fill="url(#g)"/>${longHair}
    <path d="M36 256c0-52 40-80 92-80s92 28 92 80z" fill="${shirt}"/>
    <rect x="108" y="146" width="40" height="50" rx="18" fill="${skin}"/>
    <ellipse cx="128" cy="112" rx="44" ry="52" fill="${skin}"/>
    <path d="M82 106c-4-46 24-62 48-62s50 18 44 62c-8-22-18-32-40-34-24 0-44 8-52 34z" fill="${hair}"/>`)
}

/** A plain picture for a file field. PNG bytes. */
export const swatch = (seed: number): Promise<Buffer> =>
  drawing(`<rect width="256" height="256" fill="hsl(${(seed * 71) % 360} 40% 60%)"/>
    <circle cx="${80 + ((seed * 13) % 90)}" cy="120" r="64" fill="hsl(${(seed * 71 + 60) % 360} 55% 78%)"/>`)

const drawing = (content: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">${content}</svg>`,
    ),
  )
    .png({ compressionLevel: 6 })
    .toBuffer()

/** A one-page PDF that says `text` (plain ASCII). */
export function pdf(text: string): Buffer {
  const stream = `BT /F1 18 Tf 72 760 Td (${text.replace(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return String(offset).padStart(10, '0')
  })
  const rows = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${rows}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}
