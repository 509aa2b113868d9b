@rem `npm start` begins with exec, which cmd.exe does not have.
@%*
