// Loaded before the tests of a mutation: a property that fails is enough, its smallest example is nobody's concern.
import fc from 'fast-check'

fc.configureGlobal({ endOnFailure: true })
