/** Texts that are easily written wrong where JSON is put together by hand. */
export const trickyTexts: readonly string[] = [
  'plain',
  '',
  'Zoë "quoted" \\ back/slash',
  "</script><!-- & ' `",
  'tab\tline\nreturn\r\b\f\u0001\u001f\u007f',
  '\u2028 \u2029 \ufeff \u200f ليلى 陽菜',
  '🙂 👩‍👩‍👧',
  '] } , " : { [',
  '$& $1 $$ ${x} %s',
]
