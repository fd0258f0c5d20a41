const paths: Record<string, string> = {
  undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3',
  cross: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  back: 'M14 5l-7 7 7 7',
  next: 'M10 5l7 7-7 7',
  first: 'M6 5v14M18 5l-7 7 7 7',
  last: 'M18 5v14M6 5l7 7-7 7',
  flag: 'M7 21V3l11 4.5-11 4.5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 12v8h12v-8',
  say: 'M4.5 5.5h15v10.500h-8.500l-4 3.500V16h-2.500zM8.500 10.750h.01M12 10.750h.01M15.500 10.750h.01',
  bulb: 'M9.5 17h5M10 20.5h4M8.5 14.5a6 6 0 1 1 7 0c-.700.6-1 1.400-1 2.5h-5c0-1.100-.300-1.900-1-2.5z',
  plus: 'M12 5v14M5 12h14',
  chart: 'M5 20V11M10 20V5M15 20v-7M20 20V8',
  book: 'M12 6c-2-1.5-5-2-8-1.5V18c3-.5 6 0 8 1.5M12 6c2-1.5 5-2 8-1.5V18c-3-.5-6 0-8 1.5M12 6v13.5',
  home: 'M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10M10.5 19.5v-5h3v5',
  gear: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 5.5v5M9 13.5v5',
  day: 'M5 6h14v14H5zM5 10h14M9 3.5V8M15 3.5V8',
  keys: 'M3.5 7h17v11h-17zM7 11h.01M10.5 11h.01M14 11h.01M17.5 11h.01M8 14.5h8',
  seats: 'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
}

export function Icon({ of }: { of: string }) {
  return (
    <svg class="ico" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[of]} />
    </svg>
  )
}
