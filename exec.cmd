@rem `npm start` and `npm test` begin with exec, which cmd.exe does not have.
@%*
