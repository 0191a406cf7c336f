declare module 'saxon-js' {
  const SaxonJS: {
    transform(
      options: { stylesheetText: string; sourceText: string; destination: 'serialized' },
      execution: 'sync',
    ): { readonly principalResult: string }
  }
  export default SaxonJS
}
