import java.io.FileInputStream;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.xml.security.Init;
import org.apache.xml.security.signature.XMLSignature;
import org.w3c.dom.Element;

/** Verifies an enveloped signature with Apache Santuario in its secure mode. Exits with 0 if it is good, else with 2. */
public final class VerifySignature {
  public static void main(String[] arguments) throws Exception {
    Init.init();
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    var document = factory.newDocumentBuilder().parse(Path.of(arguments[0]).toFile());
    X509Certificate certificate;
    try (var file = new FileInputStream(arguments[1])) {
      certificate = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(file);
    }
    var signatures = document.getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature");
    if (signatures.getLength() != 1) System.exit(2);
    var signature = new XMLSignature((Element) signatures.item(0), "", true);
    System.exit(signature.checkSignatureValue(certificate.getPublicKey()) ? 0 : 2);
  }
}
